"""Tests advice as text, beyond what the golden files cover."""

import io
import re
from pathlib import Path
from random import Random
from typing import Any

from builders.advisable import advisable_profile
from builders.recordings import demo_recording, demo_run
from builders.walks import Program, walked_profile
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports import advice
from kpath_jvm.reports.advice import rows
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.advice_words import EDITS, asked, edits
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.output import percent, write
from kpath_jvm.reports.reading import ReadOptions

REPOSITORY = Path(__file__).resolve().parents[3]


def text(document: dict[str, Any], width: int = 200) -> str:
    stream = io.StringIO()
    write(stream, width, *advice.renderables(document))
    return stream.getvalue()


def test_lower_bounds_are_mentioned(tmp_path: Path) -> None:
    lower = decided([Fact(cause=Cause.FOLDED, text="folded")])
    profile = Profile.open(advisable_profile(tmp_path, completeness=lower))
    found = text(summarise_advice(profile, ReadOptions(top=1)))
    assert "lower bounds: folded\n" in found
    assert "  executions may be missing, so what is said to have never" in found


def test_paths_that_were_not_completed_are_named_where_they_matter(tmp_path: Path) -> None:
    """Advice is about completed paths. An uncompleted path may do what no completed path did."""
    for escapes in (0, 1, 30):
        directory = tmp_path / str(escapes)
        directory.mkdir()
        profile = Profile.open(advisable_profile(directory, escapes=escapes))
        loops = summarise_advice(profile, ReadOptions())["loops"]
        assert {(one["missing"], one["uncompleted"]) for one in loops} == {(escapes, escapes)}
        texts = [(one["kind"], one["text"]) for loop in loops for one in loop["advice"]]
        assert {"unroll", "write out", "peel", "unswitch"} <= {kind for kind, _ in texts}
        for kind, words in texts:
            # One path is a rounding error beside thousands of iterations, but it could contradict
            # claims about all entries.
            of_many = kind == "superblock" or (kind == "unroll" and "all entries" not in words)
            is_named = escapes > (1 if of_many else 0)
            assert ("as far as paths were completed" in words) == is_named, (kind, escapes)
        shown = text(summarise_advice(profile, ReadOptions()))
        more = "30 more entries and as many iterations weren't completed"
        assert (more in shown) == (escapes == 30)


def test_uncounted_abandoned_paths_are_mentioned(tmp_path: Path) -> None:
    worth = decided([Fact(cause=Cause.NOTE, text="how many were abandoned is not known")])
    found = Profile.open(advisable_profile(tmp_path, inline=INLINE, completeness=worth))
    document = summarise_advice(found, ReadOptions(top=1))
    assert document["completeness"]["exact"]
    assert document["loops"][0]["uncompleted"] is None
    for shown in (text(document), "\n".join(advice_markdown(document))):
        assert "how many were abandoned is not known" in shown
        assert "hat is said to have never happened didn't happen on any completed path" in shown
        assert "executions may be missing" not in shown


def test_only_ways_that_a_text_names_are_listed(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions(top=1))
    (loop,) = document["loops"]
    assert [way["way"] for way in loop["paths"]] == ["w1", "w2", "w3"]
    assert "\n   w2 (C, D)  hottest path C, entry to loop" in text(document)
    loop["advice"], loop["unrolling"]["windows"] = [], []
    loop["superblocks"]["hottest"].pop(1)
    found = text(document)
    assert "\n   w3 (B)  loop to exit" in found
    assert "w2 (" not in found


def test_the_lines_of_a_way_that_are_in_the_loop_are_named() -> None:
    """A path may go on after it leaves the loop; what comes then isn't the loop's."""
    profile = Profile.open(REPOSITORY / "notebooks" / "data" / "eclipse-jdk17.kpath").merged()
    document = summarise_advice(profile, ReadOptions())
    shown, markdown = text(document, width=1000), "\n".join(advice_markdown(document))
    seen = set()
    for loop in document["loops"]:
        (method,) = (
            number
            for number in profile.method_rows.numbers.tolist()
            if profile.method_rows.identity(number).items() <= loop.items()
        )
        code = profile.code(method)
        inside = {
            line
            for block in code.loops[loop["number"]].blocks
            for line in code.lines.of_block(block)
        }
        for way in loop["paths"]:
            own = [line for line in way["lines"] if line in inside]
            is_all = own == way["lines"]
            seen.add(is_all)
            assert way["inside_text"] == (None if is_all else code.places.names(own))
        for way in advice.named_ways(loop):
            if way["inside_text"] is not None:
                told = f"{lines_phrase(way['inside_text'])} in this loop"
                assert told in shown
                assert told in markdown
    assert seen == {True, False}


def test_each_letter_names_a_single_path(tmp_path: Path) -> None:
    """Rows name ways as w1, w2 …, because letters are names of paths."""
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions(top=5))
    kinds = {"history", "superblock", "stretches", "ways"}
    for loop in document["loops"]:
        for kind, words in advice.rows(loop):
            assert not re.search(r"\b[A-Z]\b", words.plain), words
            assert kind.plain not in kinds or re.search(r"\bw\d", words.plain), words
        ways = {one["way"]: one["path"] for one in loop["paths"]}
        for one in loop["superblocks"]["hottest"]:
            assert ways[one["name"]] == one["path"]


def test_the_selection_is_named(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    options = ReadOptions(selection=Selection(method=("Rare.run",)))
    found = text(summarise_advice(profile, options))
    assert "\nonly method Rare.run\n" in found
    assert "\n1  0.2 % of the recorded bytecodes  demo.Rare.run(int)\n" in found
    (line,) = (line for line in found.splitlines() if "no advice" in line)
    assert (
        line.split("  ")[-1].strip()
        == "none of these kinds: the loop went round fewer than 1,000 times"
    )
    assert line.strip().startswith("no advice  ")


def test_useless_changes_share_a_row(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions(top=5))
    for loop in document["loops"]:
        for verbose in (False, True):
            rows = [(kind.plain, words.plain) for kind, words in advice.rows(loop, verbose=verbose)]
            about = [(kind, words) for kind, words in rows if kind in ("does not pay", "no advice")]
            assert len(about) <= 1
            assert bool(about) == bool(loop["not_advised"])
            for kind, words in about:
                assert kind == ("does not pay" if loop["advice"] else "no advice")
                # If there is advice, the reasons against other changes are shown only with -v.
                has_reasons = verbose or not loop["advice"]
                assert words.endswith(" (-v says why)") != has_reasons
                reasons = [one["why"] in words for one in loop["not_advised"]]
                assert all(reasons) if has_reasons else not any(reasons)


def test_stretches_are_shown_where_unrolling_is_advised_or_with_v(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions(top=5))
    shown = 0
    for loop in document["loops"]:
        assert loop["unrolling"]["windows"] or loop["title"] == "demo.Rare.run(int)"
        labels = [kind.plain for kind, _ in advice.rows(loop)]
        verbose = [kind.plain for kind, _ in advice.rows(loop, verbose=True)]
        is_unrolled = any(one["kind"] == "unroll" for one in loop["advice"])
        assert ("stretches" in labels) == is_unrolled
        assert ("stretches" in verbose) == bool(loop["unrolling"]["windows"])
        shown += is_unrolled
    assert 0 < shown < len(document["loops"])


def test_unknown_gains_are_not_called_useless(tmp_path: Path) -> None:
    loop = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())["loops"][0]
    reason = {"reason": "with k = 8 it isn't known", "extent": "of 5 entries"}
    unknown = {
        "kind": "peel", "branch": None, "branches": [], "why": "with k = 8 it isn't known",
        "known": False, "too_large": False, "reasons": [reason],
    }  # fmt: skip
    useless = {
        "kind": "unswitch", "branch": None, "branches": [], "why": "no branch", "known": True,
        "too_large": False, "reasons": [],
    }  # fmt: skip
    large = useless | {"kind": "unroll", "why": "9,000 bytes", "too_large": True}
    short, below = "with k = 8 it isn't known (peeling)", "peeling (the reasons are below)"
    for not_advised, verbose, expected in (
        ([unknown], False, [("not known", short)]),
        ([unknown], True, [("not known", below)]),
        (
            [unknown, useless],
            True,
            [("not known", below), ("does not pay", "no branch (unswitching)")],
        ),
        (
            [large, useless],
            False,
            [
                ("too large", "9,000 bytes (unrolling)"),
                ("does not pay", "unswitching (-v says why)"),
            ],
        ),
    ):
        rows = advice.rows(loop | {"not_advised": not_advised, "advice": []}, verbose=verbose)
        assert [(kind.plain, it.plain) for kind, it in rows][-len(expected) :] == expected


def test_each_kind_of_edit_is_explained_once(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    given = {one["kind"] for loop in document["loops"] for one in loop["advice"]}
    assert [kind for kind, _ in edits(document["loops"])] == [one for one in EDITS if one in given]
    lines = "\n".join(advice_markdown(document)).splitlines()
    for kind, text in EDITS.items():
        assert lines.count(f"- **{kind}**: {text}") == (kind in given)
    assert edits([]) == []


def test_a_profile_without_loops_has_no_advice(tmp_path: Path) -> None:
    builder = demo_recording()
    builder.sequences.clear()
    builder.counters.clear()
    write_profile(tmp_path / "none.kpath", builder.build(tmp_path), demo_run())
    document = summarise_advice(Profile.open(tmp_path / "none.kpath"), ReadOptions())
    assert "none: no loop has completed an iteration in this profile" in text(document)


def test_a_loop_test_has_a_row_of_its_own(tmp_path: Path) -> None:
    """An entry makes two to four iterations, so the loop test is hard to guess without history."""
    program, coin = Program(Random(0), [[1], [2, 3], [1], []]), Random(3)
    made = coin.choices([2, 3, 4], [14, 31, 55], k=3_000)
    walks = [[0, *[1, 2] * one, 1, 3] for one in made]
    profile = walked_profile(tmp_path, program, "back-edge", 8, walks)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    assert loop["advice"] == []
    (one,) = loop["tests"]
    assert not one["advised"]
    # With the iteration's number, only an entry's third and fourth test are guessed wrongly.
    two, three, four = (made.count(number) for number in (2, 3, 4))
    missed, total = min(two, three + four) + min(three, four), sum(made) + len(made)
    assert (one["missed_by_number"], one["histories"][0]["missed"]) == (missed, 3_000)
    told = [text.plain for label, text in rows(loop) if label.plain == "loop test"]
    before = percent(3_000 / total)
    assert told == [
        f"{asked(one)}: of {total:,} executions the best guess misses {before} without history, "
        f"{percent((two + four) / total)} with 3 iterations, {percent(missed / total)} with 4 "
        f"iterations (never where all are known, as for {four:,}); the iteration's number alone "
        "tells as much"
    ]
    # A test that hardly ever fails is easy to guess.
    easy = {**one, "histories": [{**one["histories"][0], "missed": 10}]}
    assert "loop test" not in [label.plain for label, _ in rows({**loop, "tests": [easy]})]

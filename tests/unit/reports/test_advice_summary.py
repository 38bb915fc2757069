"""Tests advice as a document. The loops of a made-up profile get all kinds of advice."""

import io
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builders.advisable import (
    EVEN,
    EVEN_OUT,
    FIRST_EVEN,
    FIRST_ODD,
    ODD,
    ODD_OUT,
    advisable_profile,
)
from builders.behind_inner_loop import INNER, OUTER, behind_inner_loop
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.versions import Version, versions_profile
from builders.walks import Program, walked_profile
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice import entered, renderables, rows
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.advice_words import ways
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.reading import ReadOptions


def loops(directory: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """Returns the document's loops by the names of their classes."""
    profile = Profile.open(advisable_profile(directory))
    document = summarise_advice(profile, ReadOptions(**options))
    assert complaints(document, "advise") == []
    return {loop["class"].rpartition("/")[2]: loop for loop in document["loops"]}


def kinds(loop: dict[str, Any]) -> list[str]:
    return [one["kind"] for one in loop["advice"]]


def test_each_loop_gets_the_advice_it_was_made_for(tmp_path: Path) -> None:
    found = loops(tmp_path)
    assert [*found] == ["Peeled", "Figure3", "Steady", "Follows", "Rare"]
    assert kinds(found["Figure3"]) == ["unroll", "history"]
    assert found["Figure3"]["unrolling"]["period"] == 2
    assert found["Figure3"]["unrolling"]["factors"] == [2, 4, 8]
    assert kinds(found["Steady"]) == ["write out", "unswitch"]
    assert found["Steady"]["unrolling"]["steady_iterations"] == 6
    assert found["Steady"]["unswitching"][0]["pairs"] == [[3_500, 0], [0, 2_500]]
    assert kinds(found["Peeled"]) == ["write out", "peel", "superblock"]
    assert found["Peeled"]["peeling"]["branches"][0]["first"] == [0, 1_200]
    assert found["Rare"]["advice"] == []
    assert [one["kind"] for one in found["Rare"]["not_advised"]] == [
        "write out", "unroll", "peel", "unswitch", "history", "superblock",
    ]  # fmt: skip


def test_a_steady_branch_is_not_unswitched_if_the_loop_assigns_what_it_reads(
    tmp_path: Path,
) -> None:
    """Nor is it advised to use what earlier iterations tell, because they tell only the same."""
    builder = RecordingBuilder(k=8)
    loop = {"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": -1, "assigned": [1, 4]}
    steady = builder.add(figure_3(loops=[loop]))
    builder.stream(steady, (FIRST_EVEN, *[EVEN] * 4, EVEN_OUT), times=700)
    builder.stream(steady, (FIRST_ODD, *[ODD] * 4, ODD_OUT), times=500)
    builder.auxiliary(steady, entries=1_200)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    document = summarise_advice(Profile.open(tmp_path / "p.kpath"), ReadOptions())
    (found,) = document["loops"]
    assert kinds(found) == ["write out"]
    steadiness = next(one for one in found["unswitching"] if one["block"] == 1)
    assert (steadiness["steady"], steadiness["assigned"]) == (True, True)
    why = (
        "i % 2 == 0 (line 9): the answer never changed within an entry, but the loop assigns a "
        "variable that the condition reads"
    )
    not_advised = [one for one in found["not_advised"] if one["block"] == 1]
    assert [(one["kind"], one["why"]) for one in not_advised] == [
        ("unswitch", why), ("history", why),
    ]  # fmt: skip


def test_counts_agree_with_the_profile(tmp_path: Path) -> None:
    found = loops(tmp_path)["Peeled"]
    # There are 1,150 entries with 8 iterations and 50 with 5. Each last iteration counts, too,
    # because a do ... while loop has no loop test.
    assert (found["entries"], found["iterations"]) == (1_200, 9_450)
    assert found["unrolling"]["entries_by_iterations"][5] == 50
    assert found["unrolling"]["entries_by_iterations"][8] == 1_150
    named = {one["way"]: one["name"] for one in found["paths"]}
    assert named == {"w1": "A", "w2": "C", "w3": "B"}
    side_exits = [one["count"] for one in found["superblocks"]["side_exits"]]
    assert side_exits == [1_250, 1_200]
    assert found["superblocks"]["finished"] == 9_450 - 2_450


def test_shares_are_of_the_whole_profile(tmp_path: Path) -> None:
    every = loops(tmp_path)
    assert sum(one["share_of_all"] for one in every.values()) <= 1
    (tmp_path / "one").mkdir()
    only = loops(tmp_path / "one", selection=Selection(method=("Steady.run",)))
    assert only == {"Steady": every["Steady"]}


def test_top_and_k_limit_the_document(tmp_path: Path) -> None:
    found = loops(tmp_path, top=1, k=3)
    assert [*found] == ["Peeled"]
    assert len(found["Peeled"]["unrolling"]["repeats"]) == 2
    # Sequences of three paths don't show eight iterations.
    assert found["Peeled"]["unrolling"]["steady_iterations"] is None


def test_a_profile_of_single_paths_is_refused(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    with pytest.raises(KpathError, match="k = 1 has single paths only"):
        summarise_advice(profile, ReadOptions(k=1))


def test_a_profile_may_have_no_advice(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(demo_profile(tmp_path)), ReadOptions())
    assert complaints(document, "advise") == []
    assert not any(loop["advice"] for loop in document["loops"])


def test_a_branch_that_may_be_steady_is_named_beside_one_that_is(tmp_path: Path) -> None:
    """Two branches keep their outcomes during an entry.

    One of them runs in each iteration, and the other one only in some iterations.
    """
    every, is_space, rarely = 1, 4, 5
    successors = [
        [every],
        [2, 3],
        [is_space],
        [is_space],
        [rarely, 8],
        [6, 7],
        [8],
        [8],
        [1, 9],
        [],
    ]
    coin = Random(3)
    walks = []
    for number in range(1_500):
        walk = [0]
        for _ in range(30 + coin.randrange(20)):
            walk += [every, 2 if number % 2 else 3, is_space]
            walk += [rarely, 6 if number % 3 else 7] if coin.random() < 0.12 else []
            walk += [8]
        walks.append([*walk, 9])
    profile = walked_profile(tmp_path, Program(Random(0), successors), "back-edge", 6, walks)
    document = summarise_advice(profile, ReadOptions())
    (loop,) = document["loops"]
    assert [one["block"] for one in loop["advice"] if one["kind"] == "unswitch"] == [every]
    assert not any(one["block"] == rarely for one in loop["advice"])
    unknown = [one for one in loop["not_advised"] if one["block"] == rarely]
    assert [(one["kind"], one["known"]) for one in unknown] == [
        ("unswitch", False), ("history", False),
    ]  # fmt: skip
    (steady,) = (one for one in loop["unswitching"] if one["block"] == rarely)
    # An execution can be compared if the previous one is at most five paths earlier.
    compared = 0
    for walk in walks:
        laps = "".join("r" if block == rarely else "." if block == 8 else "" for block in walk)
        at = [place for place, lap in enumerate(laps.replace("r.", "r")) if lap == "r"]
        compared += sum(b - a < 6 for a, b in pairwise(at))
    assert sum(map(sum, steady["pairs"])) == compared
    for one in unknown:
        assert "it isn't known whether the answer changes within an entry" in one["why"]
        assert (
            f"{compared:,} can be compared with the one before in the same entry, and these "
            in (one["why"])
        )
    (reason,) = unknown[0]["reasons"]
    assert reason["reason"] in {label.plain: text.plain for label, text in rows(loop)}["not known"]
    for verbose in (False, True):
        markdown = "\n".join(advice_markdown(document, verbose=verbose))
        assert reason["reason"] in markdown
        assert (reason["extent"] in markdown) == verbose


def test_a_branch_decided_by_another_is_known_from_earlier_iterations(tmp_path: Path) -> None:
    """One branch runs once in each entry, so whether it changes within an entry isn't known.

    But another branch, which runs in each iteration, decides the first branch's outcome.
    """
    successors = [[1], [2, 9], [3, 6], [4, 5], [6], [6], [7, 8], [1], [1], []]
    once, walks = 3, []
    for number in range(3_000):
        flag = Random(number).random() < 0.5
        walk = [0]
        for iteration in range(20):
            walk += [1, 2]
            if iteration == 10:
                walk += [once, 4 if flag else 5]
                flag = not flag
            walk += [6, 7 if flag else 8]
        walks.append([*walk, 1, 9])
    profile = walked_profile(tmp_path, Program(Random(0), successors), "back-edge", 4, walks)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    (one,) = (it for it in loop["histories"] if it["block"] == once)
    assert one["histories"][1]["missed"] == 0
    unswitch, history = (it for it in loop["not_advised"] if it["block"] == once)
    assert (unswitch["kind"], history["kind"]) == ("unswitch", "history")
    assert "isn't known whether the answer changes within an entry" in unswitch["why"]
    (reason,) = history["reasons"]
    assert reason["reason"].startswith("earlier iterations tell the answer, but no history")
    assert reason["extent"].endswith("0.0 % with 1 iteration")
    assert history["why"].endswith(f"{reason['reason']} ({reason['extent']})")


def test_executions_after_an_inner_loop_have_no_history(tmp_path: Path) -> None:
    """A coin decides a branch, and an inner loop goes round in every second iteration."""
    head, coin, inner, latch = 1, 2, 5, 7
    successors = [[head], [coin, 8], [3, 4], [inner], [inner], [6, latch], [inner], [head], []]
    random = Random(5)
    walks = []
    for _ in range(40):
        walk = [0]
        for number in range(100):
            walk += [head, coin, 3 if random.random() < 0.4 else 4, inner]
            walk += [6, inner] * (number % 2) + [latch]
        walks.append([*walk, head, 8])
    profile = walked_profile(tmp_path, Program(Random(0), successors), "back-edge", 6, walks)
    document = summarise_advice(profile, ReadOptions())
    ((loop, asked),) = (
        (loop, one)
        for loop in document["loops"]
        for one in loop["histories"]
        if one["block"] == coin
    )
    assert asked["lacks_history"]
    assert not asked["random"]
    (told,) = (one for one in loop["not_advised"] if one["kind"] == "history")
    assert (told["block"], told["known"]) == (coin, False)
    # In each of the 40 entries, an inner iteration precedes all executions but the first two.
    cut_off = 40 * 98
    assert asked["cut_off"] == cut_off
    (reason,) = told["reasons"]
    assert reason == {
        "reason": "histories don't reach back across inner loops, cut edges and handlers, whatever "
        "the -k; the verb branches compares single outcomes across inner loops and cut edges, too",
        "extent": f"they don't show what came before {cut_off:,} of 4,000 executions",
    }
    assert f"{reason['reason']} ({reason['extent']})" in told["why"]
    # With -v, the reason is given once, together with the loops to which it applies.
    (entry,) = (one for one in document["not_known"] if one["reason"] == reason["reason"])
    (case,) = (
        case for one in entry["loops"] if one["number"] == loop["number"] for case in one["cases"]
    )
    assert case == {
        "kinds": ["history"], "branches": [told["branch"]], "extent": reason["extent"],
    }  # fmt: skip
    text = io.StringIO()
    write(text, 10_000, *renderables(document, verbose=True))
    assert text.getvalue().count("histories don't reach back") == 1
    markdown = "\n".join(advice_markdown(document, verbose=True))
    assert markdown.count("histories don't reach back") == 1


@pytest.mark.parametrize("follows", [True, False])
def test_a_branch_decided_by_an_earlier_one_needs_no_history(
    tmp_path: Path, *, follows: bool
) -> None:
    """A coin decides a first branch. A second branch comes after an inner loop in each iteration.

    If ``follows``, the second branch has the outcome of the first; otherwise, a coin decides it.
    """
    head, coin, inner, told, latch = 1, 2, 5, 7, 10
    successors = [
        [head], [coin, 11], [3, 4], [inner], [inner], [6, told], [inner], [8, 9], [latch], [latch],
        [head], [],
    ]  # fmt: skip
    random = Random(5)
    walks = []
    for _ in range(40):
        walk = [0]
        for _ in range(100):
            first, other = random.random() < 0.4, random.random() < 0.4
            walk += [head, coin, 3 if first else 4, inner, 6, inner, told]
            walk += [8 if (first if follows else other) else 9, latch]
        walks.append([*walk, head, 11])
    profile = walked_profile(tmp_path, Program(Random(0), successors), "back-edge", 6, walks)
    document = summarise_advice(profile, ReadOptions())
    (loop,) = (
        one for one in document["loops"] if {it["block"] for it in one["histories"]} > {coin}
    )
    (one,) = (it for it in loop["histories"] if it["block"] == told)
    (why,) = (it for it in loop["not_advised"] if it["kind"] == "history" and it["block"] == told)
    assert one["lacks_history"] or one["may_follow_itself"]
    assert why["known"] == follows
    if follows:
        (first,) = (it for it in loop["histories"] if it["block"] == coin)
        assert one["decided_by"] == f"{first['question']} ({first['place']})"
        assert why["why"].endswith(
            f"{one['decided_by']} decides it in the same iteration, in all executions"
        )
    else:
        assert one["decided_by"] is None
    # The inner loop divides each iteration into pieces, which follow one another.
    labels = {label.plain: text.plain for label, text in rows(loop)}
    assert labels["pieces"].startswith("one iteration runs several of these one after the other")
    assert "ways" not in labels
    assert entered(loop).endswith("pieces of iterations, which run in series")
    assert {"unroll", "superblock"} <= {it["kind"] for it in loop["not_advised"] if not it["known"]}


def test_a_random_branch_need_not_be_computed_if_an_earlier_one_decides_it(
    tmp_path: Path,
) -> None:
    """A coin decides a first branch, and a second branch has the outcome of the first."""
    head, coin, told, latch = 1, 2, 5, 8
    successors = [
        [head], [coin, 9], [3, 4], [told], [told], [6, 7], [latch], [latch], [head], [],
    ]  # fmt: skip
    random = Random(5)
    walks = []
    for _ in range(40):
        walk = [0]
        for _ in range(100):
            is_first = random.random() < 0.4
            walk += [head, coin, 3 if is_first else 4, told, 6 if is_first else 7, latch]
        walks.append([*walk, head, 9])
    profile = walked_profile(tmp_path, Program(Random(0), successors), "back-edge", 6, walks)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    branches = {one["block"]: one for one in loop["histories"]}
    assert branches[coin]["random"]
    assert branches[told]["random"]
    assert [one["block"] for one in loop["advice"] if one["kind"] == "branch-free"] == [coin]
    (why,) = (it for it in loop["not_advised"] if it["block"] == told)
    first = f"{branches[coin]['question']} ({branches[coin]['place']})"
    assert (why["kind"], why["known"]) == ("history", True)
    assert why["why"].endswith(f"{first} decides it in the same iteration, in all executions")


def test_an_iteration_that_ends_at_the_loop_test_does_not_run_the_body(tmp_path: Path) -> None:
    """In ``while (--n >= 0) if (b) return;``, a pass that ends at ``--n >= 0`` is an iteration."""
    walks = [[0, *[1, 2] * (2 if number % 20 else 3), 1, 3] for number in range(2_000)]
    walks += [[0, 1, 2, 1, 2, 1, 2, 4]] * 100
    version = Version(((1,), (2, 3), (1, 4), (), ()), walks, instructions={1: 3}, test_sizes={1: 2})
    document = summarise_advice(versions_profile(tmp_path, "while", version, k=6), ReadOptions())
    assert complaints(document, "advise") == []
    (loop,) = document["loops"]
    (told,) = (one["text"] for one in loop["advice"] if one["kind"] == "write out")
    # 1,900 entries made 3 iterations and ended at the top. 100 made 4 iterations, and another 100
    # made 3 and ended below the top.
    assert loop["unrolling"]["steady_at_top"] == 1_900
    assert told == (
        "3 iterations in 95.2 % of 2,100 entries; of those with that number, 95.0 % left in the "
        "last iteration at line 2 x1 == 0: no, 5.0 % left in the last iteration at line 3 x2 == 0: "
        "no; in entries that left at x1 == 0, what follows that ran only 2 times"
    )


def test_ways_name_their_paths_and_may_run_only_in_inner_loops(tmp_path: Path) -> None:
    """The most frequent way runs in the inner loop alone."""
    entries = [[(5, at % 2 == 0), (4, True)] for at in range(30)]
    profile = behind_inner_loop(tmp_path, entries, 4)
    names, code = names_of_paths(profile, 0), profile.code(0)
    document = summarise_advice(profile, ReadOptions())
    assert complaints(document, "advise") == []
    for loop in document["loops"]:
        inside = set(code.loops[loop["number"]].blocks)
        runs = {name: [at for at in code.decode(path).blocks if at in inside]
                for path, name in names.items()}  # fmt: skip
        named = [letter for way in loop["paths"] for letter in way["letters"]]
        assert len(named) == len(set(named)) > 0
        for way in loop["paths"]:
            assert way["name"] in way["letters"]
            for letter in way["letters"]:
                assert runs[letter] == runs[way["name"]]
    outer, inner = (
        next(one for one in document["loops"] if code.loops[one["number"]].header == header)
        for header in (OUTER, INNER)
    )
    assert (outer["ways_within_inner"], inner["ways_within_inner"]) == (["w1"], [])
    assert "; w1 runs in inner loops alone" in ways(outer)
    assert "alone" not in ways(inner)
    assert "; w1, w2, w3, w4 and 2 more run in" in ways(
        outer | {"ways_within_inner": ["w1", "w2", "w3", "w4", "w5", "w6"]}
    )

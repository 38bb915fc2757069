"""Tests the branches in the margin of the HTML page."""

import itertools
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import kpath_jvm
from builders.methods import MethodSpec, figure_3
from builders.rarely_asked import RARELY, rarely_asked
from builders.recordings import RecordingBuilder, demo_run
from builders.scanned import COMMA, scanned_profile
from builders.settled import settled_profile
from json_documents import complaints
from kpath_jvm import Profile, Selection
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import select
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.branch_words import ABOUT_LABELS, successions
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.markdown.branches import branches_markdown
from kpath_jvm.reports.page.branches import branch_rows
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.repeated_words import perhaps_repeated


def rows_of(profile: Profile, method: int) -> list[dict[str, Any]]:
    told = ToldMethod(profile.code(method), profile.method_rows.row(method))
    return branch_rows(profile, method, told, profile, Costs(profile))


def test_outcomes_have_counts_and_shares_and_yes_comes_first(profile: Profile, figure: int) -> None:
    # The stream is 6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3. In path 0, i is odd; in paths 2, 3 and
    # 6, i is even.
    first, second = rows_of(profile, figure)
    assert (first["block"], first["line"], first["question"]) == (1, 9, "i % 2 == 0")
    assert first["outcomes"] == [
        {"answer": "yes", "target": 2, "count": 8, "most": 8, "share": 8 / 14},
        {"answer": "no", "target": 3, "count": 6, "most": 6, "share": 6 / 14},
    ]
    assert first["unknown"] == second["unknown"] == 0
    assert [one["count"] for one in second["outcomes"]] == [1, 13]
    assert first["dependence"] == []


def test_always_is_limited_to_completed_paths(tmp_path: Path) -> None:
    """Two paths of the first method weren't completed, so "always" may be wrong for them."""
    profile = Profile.open(settled_profile(tmp_path))
    decided = [text for row in rows_of(profile, 0) for text in row["dependence"]]
    (first,) = [text for text in decided if "in the 1st to 4th iteration: always (400)" in text]
    assert first.endswith(", as far as paths were completed; 2 paths weren't")
    others = [text for at in (1, 2) for row in rows_of(profile, at) for text in row["dependence"]]
    assert "always" in str(others)
    assert "completed" not in str(others)


def test_a_dependence_is_shown_with_counts(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=3)
    method = builder.add(figure_3())
    # The outcomes yes and no alternate, so each outcome decides the next one.
    builder.stream(method, (6, *(0, 2) * 400, 3))
    builder.auxiliary(method, entries=1)
    target = tmp_path / "turns.kpath"
    write_profile(target, builder.build(tmp_path), demo_run())
    branch = next(row for row in rows_of(Profile.open(target), 0) if row["block"] == 1)
    strongest = branch["dependence"][0]
    assert strongest == (
        "is yes in 50.1 % of 801 executions that can be compared (802 in all; in 1 other, it "
        "wasn't executed one iteration before, or the loop wasn't entered until later): given it "
        "was yes one iteration before: 0.2 % of 401; given no: always (400)"
    )
    assert len(branch["dependence"]) <= 2


def test_a_dependence_on_an_inner_loop_is_shown(tmp_path: Path) -> None:
    text = [(1 + at % 5, at % 10 > 0) for at in range(400)]
    profile = scanned_profile(tmp_path, 4, text)
    branch = next(row for row in rows_of(profile, 0) if row["block"] == COMMA)
    # 160 words have 4 or 5 characters. The paths before and after such a word are 4 or 5 paths
    # apart, which is too far for k = 4.
    assert branch["dependence"][:2] == [
        "is yes in 31.3 % of 639 executions that can be compared (800 in all; in 1 other, it "
        "wasn't executed one iteration before, or the loop wasn't entered until later; the paths "
        "before 160 other executions aren't all known, so these may go another way): given it was "
        "yes one iteration before: never (359); given no: 71.4 % of 280",
        "is yes in 90.0 % of 400 executions that can be compared (800 in all; in 400 others, line "
        "5 x == 0 wasn't executed in the previous iteration of the loop at line 2, or the loop "
        "wasn't entered until later): given line 5 x == 0 was yes in the previous iteration of the "
        "loop at line 2: always (360); given no: never (40)",
    ]


def test_a_dependence_on_the_iterations_number_is_shown(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=3)
    method = builder.add(figure_3())
    builder.stream(method, (6, 0, 3), times=50)
    builder.auxiliary(method, entries=50)
    target = tmp_path / "three.kpath"
    write_profile(target, builder.build(tmp_path), demo_run())
    parity, test = rows_of(Profile.open(target), 0)
    # All entries are equal, so the dependence may be a coincidence.
    repeated = perhaps_repeated(50, 50)
    assert test["dependence"][-1] == (
        f"yes in the 1st and 2nd iteration: never (100); in the 3rd: always (50){repeated}"
    )
    assert parity["dependence"][-1] == (
        "yes in the 1st iteration: always (50); in the 2nd: never (50); in the 3rd: always (50)"
        f"{repeated}"
    )


def test_outcomes_of_switches_are_keys_and_handlers_are_not_branches(profile: Profile) -> None:
    rows = rows_of(profile, profile.find_method("retry"))
    assert [row["block"] for row in rows] == [0, 2]
    assert {one["answer"] for one in rows[0]["outcomes"]} == {"3, 7", "default"}


def test_settled_branches_are_those_of_the_whole_profile(tmp_path: Path) -> None:
    whole = Profile.open(settled_profile(tmp_path))
    method = whole.find_method("Always.diamonds")
    first = rows_of(whole, method)[0]
    assert first["dependence"][-1].startswith("told nothing new: yes in all 2,000 executions")
    part = select(whole, Selection(method=("Always.diamonds",))).profile
    told = ToldMethod(whole.code(method), whole.method_rows.row(method))
    shown = branch_rows(part, method, told, whole, Costs(whole))
    assert shown[0]["dependence"][-1] == first["dependence"][-1]


def test_the_text_of_a_steady_branch_gives_no_distance(tmp_path: Path) -> None:
    """The text doesn't say how many iterations lie between the executions that are compared."""
    _, profile = rarely_asked(tmp_path, 9)
    (row,) = (one for one in rows_of(profile, 0) if one["block"] == RARELY)
    kept = [one for one in row["dependence"] if "its previous execution in the entry" in one]
    assert len(kept) == 1
    assert "wherever that is known (" in kept[0]
    assert not any("given it was" in one for one in row["dependence"])
    document = summarise_branches(profile, ReadOptions())
    assert complaints(document, "branches") == []
    own = [
        one for one in document["methods"][0]["dependences"]
        if one["block"] == one["given"] == RARELY
    ]  # fmt: skip
    assert all(one["last"] == own[0]["last"] for one in own)
    # The strongest dependence is on the outcome several iterations before.
    strongest = document["methods"][0]["strongest"]
    assert document["methods"][0]["dependences"].index(own[0]) in strongest
    assert own[0]["iterations"] > 1
    printed = " ".join("\n".join(branches_markdown(document)).replace("**", "").split())
    text = kept[0].partition(": ")[2]
    assert text in printed
    table = own[0]["last"]["table"]
    for place in (0, 1):
        assert f" {table[place][place]:,} {TIMES}" in text
    frame = kpath_jvm.dependences(profile, 0)
    assert set(frame[frame["iterations_ago"] == own[0]["iterations"]]["same_as_last"]) >= {True}


def test_pairs_of_a_switch_s_outcomes_are_those_of_successive_iterations(tmp_path: Path) -> None:
    rng = Random(4)
    # Path 3 leaves the loop, and the first path begins at the entry.
    cases = [rng.choice((0, 0, 0, 1, 2)) for _ in range(600)] + [3]
    spec = MethodSpec(
        "demo/Loop", "run", "(I)V",
        [(10 * block, 10 * block + 9, [(10 * block, block + 1)]) for block in range(6)],
        [(0, 1, 0), (1, 2, 0), (1, 3, 1), (1, 4, 2), (1, 5, 3)],
        [("loop", 1, 0), ("entry", 0, 4)],
        [("loop", 2, 0), ("loop", 3, 0), ("loop", 4, 0), ("exit", 5, 0)], 8,
        loops=[{"header": 1, "latches": [2, 3, 4], "blocks": [1, 2, 3, 4], "parent": -1}],
        decisions=[(1, "switch", "I", ["op"], [7, 8, 9, 10], [2, 3, 4, 4, 5])],
    )  # fmt: skip
    # Each case is followed by itself more often than by chance.
    cases = [case for case in cases for _ in range(1 if case == 3 else 2)]
    builder = RecordingBuilder(k=3)
    builder.stream(builder.add(spec), [cases[0] + 4, *cases[1:]])
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    names = ["7", "8", "9, 10", "default"]
    pairs = Counter(itertools.pairwise(cases))
    texts = []
    for (first, then), count in sorted(pairs.items(), key=lambda one: (-one[1], *one[0])):
        of = sum(count for (before, _), count in pairs.items() if before == first)
        texts.append(
            f"{100 * count / (len(cases) - 1):.1f} % ({count}) {names[first]}, "
            f"then {names[then]} in {100 * count / of:.1f} %"
        )
    (row,) = rows_of(profile, 0)
    told = next(text for text in row["dependence"] if text.startswith("what follows what"))
    assert told.partition(": ")[2].split("; ")[:8] == texts[:8]
    assert ABOUT_LABELS in row["dependence"]
    assert row["outcomes"][0]["answer"] == "7"
    document = summarise_branches(profile, ReadOptions())
    ((_, found),) = successions(document["methods"][0], is_alone=True)
    assert found == texts
    lines = [line.replace("`", "") for line in branches_markdown(document)]
    assert all(f"- {text}" in lines for text in texts)

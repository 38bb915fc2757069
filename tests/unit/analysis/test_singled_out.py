"""Checks that the description of a sequence fits only the counted occurrences of the sequence."""

from collections import Counter
from typing import Any

import pytest

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.reports.hottest import Hottest

SEEDS = range(60)
LATER = "not an entry's first iteration"


def fits(
    profile: Profile, path: Completed, row: dict[str, Any], shared: list[str], loop: Loop
) -> bool:
    """Returns whether a completed path fits ``row``, the description of a path in a sequence."""
    code, body = profile.code(0), {*loop.blocks}
    told = ToldMethod(code, profile.method_rows.row(0))
    made = [told.outcome(one).text for one in code.outcomes(code.decode(path.number))]
    if not {*shared, *row["briefly"]} <= {*made} or not body & {*path.blocks}:
        return False
    if code.decode(path.number).lines != tuple(row["lines"]):
        return False
    begins, line = row["begins"], f"line {10 + path.blocks[0]}"
    is_inside = path.blocks[0] in body
    if "this loop's header" in begins and (path.start, path.blocks[0]) != ("loop", loop.header):
        return False
    if "not an entry's first iteration" in begins or begins.startswith("after an iteration"):
        return is_inside
    if "an entry's first" in begins and is_inside:
        return False
    place = {"entry": "from the entry", "loop": f"from the loop at {line}"}
    place |= {"handler": f"from a handler at {line}", "cut": f"from a cut edge at {line}"}
    is_place_told = begins.startswith("from ") and "this loop's header" not in begins
    return not is_place_told or begins.split(" (")[0] == place[path.start]


def occurrences(profile: Profile, program: LoopingProgram, loop: dict[str, Any]) -> int:
    """Counts the windows of successive paths in which each path fits its description."""
    sequence = loop["sequence"]
    around = profile.code(0).loops[loop["number"]]
    rows = {row["path"]: row for row in sequence["named"]}
    wanted = [rows[path] for path in sequence["paths"]]
    found = 0
    for paths in program.sequences:
        for first in range(len(paths) - len(wanted) + 1):
            window = paths[first : first + len(wanted)]
            pairs = [*zip(window, wanted, strict=True)]
            found += all(
                fits(profile, path, row, sequence["shared"], around) for path, row in pairs
            )
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_counted_occurrences_fit_the_description(seed: int) -> None:
    program = random_program(seed, handlers=seed % 3, exceptions=0.05 * (seed % 2))
    with profile_of(program, 3) as profile:
        for loop in Hottest(select(profile, ALL), 3, 99).loops():
            if loop["sequence"] is None or any(row["alike"] for row in loop["sequence"]["named"]):
                continue
            assert occurrences(profile, program, loop) == loop["sequence"]["count"]


def test_nearly_all_sequences_have_complete_descriptions() -> None:
    rows = []
    for seed in SEEDS:
        with profile_of(random_program(seed), 3) as profile:
            loops = Hottest(select(profile, ALL), 3, 99).loops()
            rows += [row for one in loops if one["sequence"] for row in one["sequence"]["named"]]
    assert sum(row["alike"] > 0 for row in rows) < len(rows) / 20
    assert any(row["begins"] == "not an entry's first iteration" for row in rows)


def pass_of(path: Completed, body: set[int], test: frozenset[int]) -> str:
    """Returns a description of a path's first pass through a loop.

    The description says whether the pass is the first of a loop entry, and how the pass ends.
    """
    inside = [block in body for block in path.blocks]
    enters = inside.index(True)
    leaves = inside.index(False, enters) if False in inside[enters:] else None
    where = "first" if enters else "later"
    if leaves is not None and {*path.blocks[enters:leaves]} <= test:
        return f"{where} test"
    return f"{where} {'in the loop' if leaves is None else 'and last'}"


def test_descriptions_say_how_a_path_relates_to_the_first_iteration() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(100):
        program = random_program(seed)
        paths = {path.number: path for some in program.sequences for path in some}
        with profile_of(program, 3) as profile:
            nest = LoopNest(profile.code(0), profile.method_rows.row(0))
            loops = Hottest(select(profile, ALL), 3, 99).loops()
            blocks = [{*loop.blocks} for loop in profile.code(0).loops]
        for loop in loops:
            number, sequence = loop["number"], loop["sequence"]
            if sequence is None:
                continue
            commoner = [] if sequence["commoner"] is None else [sequence["commoner"]["told"]]
            for row in [*sequence["named"], *commoner]:
                path, body = paths[row["path"]], blocks[number]
                around = profile.code(0).loops[number]
                # Every pass that the loop test ends is marked, and no other pass is.
                if (path.start, path.blocks[0]) == ("loop", around.header):
                    is_test = pass_of(path, body, nest.test(number)) == "later test"
                    assert row["begins"].endswith("the loop test ends the loop") == is_test
                if not row["begins"].endswith(("the loop test ends the loop", "iteration)", LATER)):
                    continue
                told = row["begins"].partition(" (")[2].rstrip(")") or row["begins"]
                told = told.removeprefix("from this loop's header, ")
                seen[told, pass_of(path, body, nest.test(number))] += 1
    # Entries without an iteration are so rare here that perhaps no sequence has them.
    none = {("no iteration: the loop test ends the loop", "first test")}
    assert {*seen} - none == {
        ("an entry's first and only iteration", "first and last"),
        ("an entry's first iteration", "first in the loop"),
        ("begins an entry's first iteration", "first in the loop"),
        ("after an iteration, the loop test ends the loop", "later test"),
        ("the loop test ends the loop", "later test"),
        (LATER, "later in the loop"),
        (LATER, "later and last"),
    }


def test_shared_decisions_of_paths_are_described_once() -> None:
    shared = 0
    for seed in SEEDS:
        with profile_of(random_program(seed), 3) as profile:
            for loop in Hottest(select(profile, ALL), 3, 99).loops():
                if (sequence := loop["sequence"]) is None:
                    continue
                shared += bool(sequence["shared"])
                assert len(sequence["named"]) > 1 or not sequence["shared"]
                for row in sequence["named"]:
                    assert not {*row["briefly"]} & {*sequence["shared"]}
                    assert {*row["briefly"]} <= {*row["apart"]}
    assert shared

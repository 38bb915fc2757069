"""Checks that the description of a sequence fits only the counted occurrences of the sequence."""

from typing import Any

import pytest

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.reports.hottest import Hottest

SEEDS = range(60)


def fits(
    profile: Profile, path: Completed, row: dict[str, Any], shared: list[str], loop: Loop
) -> bool:
    """Returns whether a completed path fits the description of a path in a sequence's row."""
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
    if "not an entry's first iteration" in begins:
        return is_inside
    if "an entry's first iteration" in begins and is_inside:
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


def test_nearly_all_sequences_are_described_fully() -> None:
    rows = []
    for seed in SEEDS:
        with profile_of(random_program(seed), 3) as profile:
            loops = Hottest(select(profile, ALL), 3, 99).loops()
            rows += [row for one in loops if one["sequence"] for row in one["sequence"]["named"]]
    assert sum(row["alike"] > 0 for row in rows) < len(rows) / 20
    assert any(row["begins"] == "not an entry's first iteration" for row in rows)


def test_what_the_paths_share_is_told_once() -> None:
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

"""Tests how many cut-off paths may have run through given blocks, such as a handler.

Paths are cut off by exceptions, or by the end of the recording.
"""

from pathlib import Path
from typing import Any

import pytest

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from builders.rules import checked
from kpath_jvm import Profile
from kpath_jvm.analysis.cut_off import cut_off_by_start, most_through
from kpath_jvm.analysis.gates.path_steps import Decided, PathStep
from kpath_jvm.analysis.gates.rules import Rule, RuleFigure
from kpath_jvm.analysis.uncompleted import uncompleted, uncounted
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import decided, note

#: ``for (i < n) { try { call(); } catch (Exception e) { line 4; } }``: block 0 comes before the
#: loop, block 1 tests i < n, 2 calls, 3 goes back to 1, 4 is the handler, which leads to 3, and 5
#: comes after the loop.
CATCHING: dict[str, Any] = {
    "class_name": "demo/Work",
    "name": "run",
    "descriptor": "(I)V",
    "blocks": [(at, at, [(at, line)]) for at, line in enumerate((1, 2, 3, 2, 4, 5))],
    # Paths 0 and 1 begin at the entry, 2 and 3 at the loop, 4 at the handler.
    "edges": [(0, 1, 0), (1, 2, 0), (1, 5, 1), (2, 3, 0), (4, 3, 0)],
    "starts": [("entry", 0, 0), ("loop", 1, 2), ("handler", 4, 4)],
    "ends": [("loop", 3, 0), ("exit", 5, 0)],
    "paths": 5,
    "counters": ("entries", "handlers", "escapes"),
    "loops": [{"header": 1, "latches": [3], "blocks": [1, 2, 3, 4], "parent": -1}],
    "decisions": [
        (1, "<", "I", ["i", "n"], [1, 0], [2, 5]),
        (4, "caught", "A", ["java/lang/Exception"], [], []),
    ],
}


def profile(directory: Path, *, dispatched: int = 3, **run: Any) -> Profile:
    """Writes a profile of three activations in which the second call throws an exception.

    The handler catches these exceptions. In three more activations, an exception ends the first
    path and leaves the method. ``dispatched`` is the number of times that the handler was entered.
    For each time beyond three, there is one more activation, in which another exception leaves the
    handler.
    """
    builder = RecordingBuilder(k=4)
    spec = MethodSpec(**CATCHING)
    builder.add(spec)
    builder.stream(spec, [0], times=3)
    builder.stream(spec, [4, 3], times=3)
    builder.auxiliary(spec, entries=3 + dispatched, handlers=dispatched, escapes=dispatched)
    target = directory / "p.kpath"
    write_profile(target, builder.build(directory), demo_run(**run))
    return Profile.open(target)


def figure(found: Profile, *through: PathStep) -> RuleFigure:
    (result,) = checked(found, [Rule("path", "run", "a rule", at_most=0, through=through)])
    return result.figure


def test_paths_that_were_cut_off_before_the_handler_are_not_in_it(tmp_path: Path) -> None:
    found = profile(tmp_path)
    assert found.method_rows.uncompleted(0) == 6
    assert figure(found, 4) == RuleFigure.exact(3)
    # Three paths that began at the entry were cut off, and three that began at the loop.
    assert figure(found, 3) == RuleFigure(3, 3, 9)
    assert figure(found, 1, 3) == RuleFigure(3, 3, 6)
    # On each of these six paths, the answer to the loop's condition may have been no.
    asked = Decided("i < n", "no")
    assert figure(found, asked) == RuleFigure(3, 3, 9)


def test_paths_cut_off_in_the_handler_may_have_run_through_it(tmp_path: Path) -> None:
    found = profile(tmp_path, dispatched=5)
    assert figure(found, 4) == RuleFigure(3, 3, 5)


@pytest.mark.parametrize(
    "run",
    [
        {"completeness": decided([note("it was cut while it was recorded")])},
        {"identities": (f"{'a' * 32}.2",)},
        {"identities": ()},
    ],
)
def test_a_recording_that_began_amid_activations_gives_wider_bounds(
    tmp_path: Path, run: dict[str, Any]
) -> None:
    """A completed path may have begun before anything was counted."""
    assert figure(profile(tmp_path, **run), 4) == RuleFigure(3, 3, 9)


@pytest.mark.parametrize(
    ("entries", "handlers", "found"), [(2, 0, (0, -1)), (2, 3, (3, -1)), (0, 3, (3, -3))]
)
def test_contradictory_counts_give_no_bounds(
    tmp_path: Path, entries: int, handlers: int, found: tuple[int, int]
) -> None:
    """More first paths were completed than activations began, so one count is wrong."""
    builder = RecordingBuilder(k=4)
    spec = builder.add(MethodSpec(**CATCHING))
    builder.stream(spec, [0, 3], times=3)
    builder.auxiliary(spec, entries=entries, handlers=handlers)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    row = profile.method_rows.row(0)
    assert (row["abandoned"], row["unfinished"]) == found
    assert uncompleted(profile, 0) is None
    assert uncounted(profile, 0) is None
    assert cut_off_by_start(profile, 0) is None
    assert most_through(profile, 0, bool) == float("inf")

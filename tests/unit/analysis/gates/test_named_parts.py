"""Tests how many of a method's loops and branches ran in the base, and how many are gone.

The loops and branches of all versions of the method are added up.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import ARMS, GROWN, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.changes import BranchChange, LoopChange
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.shown import shown
from kpath_jvm.analysis.gates.conditions import ConditionOutcome, judge, parsed
from kpath_jvm.analysis.gates.named_parts import NamedParts, named_parts
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.reports.diff.gates import of_conditions

LOOP = Version(digest="loop").walked(LEFT, LEFT, RIGHT, times=4)
OTHER = Version((*ARMS[:6], (7,), ()), digest="other", operands={1: "y"}).walked(LEFT, times=4)
#: A version without a loop; its only decision is at its start.
FLAT = Version(((1, 2), (3,), (3,), ()), [[0, 1, 3]] * 4, digest="flat")
#: A version without a decision.
BARE = Version(((1,), ()), [[0, 1]] * 4, digest="bare")
GATE = "iterations(run) > +1%"


def compared(directory: Path, base: list[Version], new: list[Version]) -> Difference:
    directory.mkdir(exist_ok=True)
    sides = (("base", base), ("new", new))
    return difference(
        *(Side([versions_profile(directory, name, *own)]) for name, own in sides), least_share=0.0
    )


def outcome(found: Difference, text: str) -> ConditionOutcome:
    (one,) = judge(found, [parsed(text)])
    assert one.wrong is None
    return one


def wrong(found: Difference, text: str) -> str:
    (one,) = judge(found, [parsed(text)])
    assert not one.is_failed
    return str(one.wrong)


def counts(found: Difference, of: type[LoopChange | BranchChange]) -> list[tuple[int, int]]:
    return [(one.gone, one.ran) for one in named_parts(found, of, found.pairs)]


@pytest.mark.parametrize(
    ("base", "new", "loops", "branches"),
    [
        ([LOOP], [LOOP], (0, 1), (0, 2)),
        ([LOOP], [BARE], (1, 1), (2, 2)),
        # The version with the loop is gone, and the version without it stays.
        ([LOOP, BARE], [BARE], (1, 1), (2, 2)),
        ([LOOP, FLAT], [FLAT], (1, 1), (1, 2)),
        # One of two versions loses its loop, and the other one keeps it.
        ([LOOP, OTHER], [LOOP, BARE], (0, 1), (0, 2)),
        ([LOOP, OTHER], [BARE], (2, 2), (4, 4)),
        ([BARE], [LOOP], (0, 0), (0, 0)),
    ],
)
def test_gone_parts_are_counted_over_all_versions(
    tmp_path: Path,
    base: list[Version],
    new: list[Version],
    loops: tuple[int, int],
    branches: tuple[int, int],
) -> None:
    found = compared(tmp_path, base, new)
    assert counts(found, LoopChange) == [loops]
    assert counts(found, BranchChange) == [branches]
    # Even a gate with a very high bound mustn't pass if nothing is left to compare.
    assert bool(outcome(found, "iterations(run) > +900%").lost) == (0 < loops[0] == loops[1])


def test_a_loop_that_never_ran_cannot_be_gone(tmp_path: Path) -> None:
    around = Version(((1, 4), (2, 3), (1,), (4,), ()), [[0, 4]] * 4, digest="around")
    found = compared(tmp_path, [around], [BARE])
    assert counts(found, LoopChange) == [(0, 0)]
    assert not outcome(found, GATE).is_failed


def test_loops_of_other_methods_do_not_make_up_for_lost_ones(tmp_path: Path) -> None:
    stays = replace(LOOP, name="stays", digest="stays")
    found = compared(tmp_path, [LOOP, stays], [BARE, stays])
    assert sorted(counts(found, LoopChange)) == [(0, 1), (1, 1)]
    assert outcome(found, GATE).is_failed
    # The pattern also matches a method that keeps its loop, so the condition can be judged. The
    # outcome has the number of loops that are gone.
    one = outcome(found, "iterations(Work.*) > +1%")
    assert (one.is_failed, one.gone) == (False, (1, 2))


def test_only_loops_that_the_filters_leave_are_counted(tmp_path: Path) -> None:
    """The gate fails, because all loops that the filters leave are gone.

    If other loops counted, too, the gate would pass.
    """
    grown = Version(GROWN, [[0, *LEFT, 1, 6, *(7, 6) * 9, 8]] * 4, digest="grown")
    shrunk = Version().walked(LEFT, times=4)
    sides = [
        Side([versions_profile(tmp_path, name, one)])
        for name, one in (("base", grown), ("new", shrunk))
    ]
    every = difference(*sides, least_share=0.0)
    assert counts(every, LoopChange) == [(1, 2)]
    assert not outcome(every, GATE).is_failed
    # Block b is on line b + 1.
    only = shown(*sides, Selection(loop=("run:7",)))
    found = difference(*sides, only, least_share=0.0)
    assert counts(found, LoopChange) == [(1, 1)]
    assert outcome(found, GATE).is_failed


def test_parts_are_not_all_gone_if_there_are_none() -> None:
    assert not NamedParts(None, 0, 0, 0, 0, 0, 0, 0).are_all_gone  # type: ignore[arg-type]


def test_a_gate_with_nothing_to_judge_does_not_pass(tmp_path: Path) -> None:
    """A gate on the loops of a method without loops could never fail, so it mustn't pass."""
    found = compared(tmp_path, [FLAT], [FLAT])
    assert wrong(found, "iterations(run) > 10%") == (
        "run has no loop on either side, so nothing was judged; name the method that has it"
    )
    assert "no loop in the base, so none can be gone" in wrong(found, "gone-loop(Work.*) > 1%")
    assert not outcome(found, "new-loop(run) > 1%").is_failed
    assert not outcome(found, "outcome(run) > 5%").is_failed
    bare = compared(tmp_path / "bare", [BARE], [BARE])
    assert "run has no branch on either side" in wrong(bare, "outcome(run) > 5%")
    assert "no branch in the base, so none can be gone" in wrong(bare, "gone-branch(run)")
    # If a pattern also matches methods with loops, these are judged.
    loop = replace(LOOP, name="loop")
    both = compared(tmp_path / "both", [FLAT, loop], [FLAT, loop])
    assert not outcome(both, "iterations(Work.*) > 10%").is_failed


def test_branches_that_did_not_run_on_both_sides_are_not_judged(tmp_path: Path) -> None:
    still = replace(LOOP, walks=())
    for base, new in (([LOOP], [still]), ([still], [LOOP])):
        found = compared(tmp_path / str(len(base[0].walks)), base, new)
        assert wrong(found, "outcome(run) > 5%") == (
            "no branch of run ran on both sides, as far as completed paths show, so no outcomes "
            "were compared, and nothing was judged; name a method that runs on both sides"
        )
    # The iterations were compared: they have become 0.
    found = compared(tmp_path / "stopped", [LOOP], [still])
    one = outcome(found, "iterations(run) > +10%")
    assert (one.stopped, one.never_ran, one.gone) == (1, False, (0, 1))
    assert outcome(found, "iterations(run) > 10%").is_failed


def test_a_loop_that_ran_on_neither_side_is_reported(tmp_path: Path) -> None:
    around = Version(((1, 4), (2, 3), (1,), (4,), ()), [[0, 4]] * 4, digest="around")
    one = outcome(compared(tmp_path, [around], [around]), GATE)
    assert (one.is_failed, one.never_ran) == (False, True)


def test_a_message_gives_the_reasons_why_no_loop_was_compared(tmp_path: Path) -> None:
    heavy = replace(FLAT, walks=[[0, 1, 3]] * 400)
    light = replace(Version(name="scan", digest="scan").walked(LEFT), digest="scan")
    never = Version(name="never", digest="never")
    alone = replace(light, name="alone", digest="alone")
    sides = [
        Side([versions_profile(tmp_path, name, heavy, never, *own)])
        for name, own in (("base", [light]), ("new", [light, alone]))
    ]
    found = difference(*sides, least_share=0.1)
    gate = "iterations(Work.*) > 10%"
    assert wrong(found, gate) == (
        "no loop of Work.* was compared, so nothing was judged; of its methods with a loop, these "
        "weren't looked at: 1 has less than 10 % of the recorded bytecodes on both sides "
        "(--min-share); 1 has code on one side only; 1 has never run"
    )
    # Branches of the heavy method were compared.
    assert not outcome(found, "outcome(Work.*) > 5%").is_failed
    every = outcome(difference(*sides, least_share=0.0), gate)
    # The unchanged loop was compared. The loop that is only on the new side wasn't.
    assert (every.is_failed, every.wrong, every.alone) == (False, None, 1)
    filtered = shown(*sides, Selection(method=("run",)))
    assert wrong(difference(*sides, filtered), gate) == (
        "Work.* has no loop that the filters leave on either side, so nothing was judged; name the "
        "method that has it"
    )


def test_outcomes_are_compared_only_between_versions_that_are_partners(tmp_path: Path) -> None:
    """The same branch ran on both sides, but in versions that aren't partners."""
    still = replace(LOOP, walks=())
    found = compared(tmp_path, [LOOP], [still, OTHER])
    assert wrong(found, "outcome(run) > 5%") == (
        "no branch of run ran on both sides in the same version, as far as completed paths show, "
        "so no outcomes were compared, and nothing was judged; name a method that runs on both "
        "sides"
    )
    stays = replace(LOOP, name="stays", digest="stays")
    found = compared(tmp_path / "more", [LOOP, stays], [still, OTHER, stays])
    one = outcome(found, "outcome(Work.*) > 5%")
    assert (one.is_failed, one.apart, one.stopped) == (False, 2, 0)
    (gate,) = of_conditions([one])
    for text in (gate["text"], gate["brief"]):
        assert (
            "2 branches ran on both sides, but not in versions that were compared with each other"
            in text
        )


def test_parts_that_never_ran_in_the_base_cannot_be_gone(tmp_path: Path) -> None:
    """If nothing ran in the base, a gate on what is gone can't fail. Its text gives the reason."""
    still = replace(LOOP, walks=())
    for at, base in enumerate((still, LOOP)):
        found = compared(tmp_path / str(at), [base], [LOOP])
        for noun, parts in (("loop", "loops"), ("branch", "branches")):
            one = outcome(found, f"gone-{noun}(run)")
            assert (one.is_failed, one.never_ran) == (False, base is still)
            (gate,) = of_conditions([one])
            why = f"no completed path of the base ran any of its {parts}, so none can be gone"
            assert (why in gate["text"]) is (base is still)


class TestTheOnlyLoopAtALine:
    """A pattern with a line means a single loop, and an edit moves or removes this loop."""

    RUN = replace(LOOP, operands={1: "i"})
    FLAT = Version(((1,), (2,), ()), [(0, 1, 2)] * 4, digest="flat")
    LATER = ((1,), (2,), (3, 7), (4, 5), (6,), (6,), (2,), ())
    MAIN = replace(LOOP, name="main", successors=LATER, walks=[(0, 1, *(2, 3, 4, 6) * 3, 2, 7)])

    def extracted(self, size: int = 1) -> Version:
        """Returns the method into which the loop moves. The loop begins at another line there."""
        return Version(
            self.LATER, [(0, 1, *(2, 3, 4, 6) * 2, 2, 3, 5, 6, 2, 7)] * 4,
            name="fold", digest="fold", operands={2: "i"},
            instructions=dict.fromkeys(range(2, 7), size),
        )  # fmt: skip

    def test_the_loop_is_gone(self, tmp_path: Path) -> None:
        for kind in ("iterations", "loop-bytecodes"):
            base = [self.RUN, self.MAIN]
            found = compared(tmp_path / kind, base, [self.FLAT, self.MAIN])
            one = outcome(found, f"{kind}(Work.*:2) > +900%")
            assert [it.known.name for it in one.lost] == ["run"]
            # Without a line, the other method is judged.
            assert not outcome(found, f"{kind}(Work.*) > +900%").is_failed
            # In this case, the loop's method is gone, too.
            (directory := tmp_path / f"{kind}-method").mkdir()
            one = outcome(compared(directory, base, [self.MAIN]), f"{kind}(Work.*:2) > +900%")
            assert [it.known.name for it in one.missing] == ["run"]

    def test_the_loop_has_moved(self, tmp_path: Path) -> None:
        sides = [self.RUN, self.MAIN], [self.FLAT, self.MAIN, self.extracted(50)]
        found = compared(tmp_path, *sides)
        # The loop begins at line 2 in the base, and at line 3 on the new side.
        for at in (2, 3):
            one = outcome(found, f"loop-bytecodes(Work.*:{at}) > +5%")
            assert "fold" in [change.pair.known.name for change, _ in one.larger]
            one = outcome(found, f"iterations(Work.*:{at}) > +5%")
            assert (one.is_failed, one.gone[0], one.never_ran) == (False, 0, False)
        text = "no loop of Work.* begins at line 9 on either side; its loops begin at lines 2, 3"
        assert wrong(found, "iterations(Work.*:9) > +5%") == text

    def test_the_loop_was_never_there(self, tmp_path: Path) -> None:
        """The method is on one side only, and none of its loops begins at the line."""
        both, one = [self.RUN, self.MAIN], [self.MAIN]
        text = "no loop of {} begins at line 9 on either side; its loops begin at line 2"
        for name, sides in {"gone": (both, one), "new": (one, both)}.items():
            (directory := tmp_path / name).mkdir()
            found = compared(directory, *sides)
            for method in ("run", "Work.ru*"):
                assert wrong(found, f"iterations({method}:9) > +5%") == text.format(method)
                outcome(found, f"iterations({method}:2) > +5%")

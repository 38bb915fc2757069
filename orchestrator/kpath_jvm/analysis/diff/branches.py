"""The branches and switches of a method that go other ways than before."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from kpath_jvm.analysis.diff.changes import BranchChange
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.diff.measured import Measured
from kpath_jvm.analysis.identity.methods import MethodPair
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def answers(base: Decision, new: Decision) -> dict[int, int] | None:
    """Returns by the new decision's targets the base's with the same answers.

    None if they ask too differently: a branch and a switch. A branch whose comparison has become
    the opposite one of the same operands answers the other way round. Of switches the targets are
    those of the same keys; cases that the base hasn't got had its default.
    """
    if (base.operator == "switch") != (new.operator == "switch"):
        return None
    if new.operator == "switch":
        default = base.targets[-1]
        of_keys = dict(zip(base.keys, base.targets, strict=False))
        found = {new.targets[-1]: default}
        for key, target in zip(new.keys, new.targets, strict=False):
            found.setdefault(target, of_keys.get(key, default))
        return found
    targets = base.targets
    is_opposite = _OPPOSITE.get(base.operator) == new.operator and base.operands == new.operands
    return dict(zip(new.targets, reversed(targets) if is_opposite else targets, strict=True))


def branch_changes(
    pair: MethodPair, base: Measured, new: Measured, totals: tuple[Int64Array, Int64Array]
) -> Iterator[BranchChange]:
    """Yields the decisions of both sides that differ in the shares of their outcomes."""
    for block, there in new.branches.items():
        place = int(pair.blocks.to_base[block])
        here = base.branches.get(place)
        same = None if here is None else answers(here.decision, there.decision)
        if here is None or same is None:
            continue
        # Several new outcomes may share one of the base's: these are one outcome here.
        groups: dict[int, list[int]] = {}
        for target in there.targets:
            groups.setdefault(same[target], []).append(target)
        ones = [[run.get(place, {}).get(target, 0) for target in groups] for run in base.outcomes]
        others = [
            [sum(run.get(block, {}).get(target, 0) for target in targets)
             for targets in groups.values()]
            for run in new.outcomes
        ]  # fmt: skip
        shares = tuple(
            Figure(*(tuple(_shares(side)[:, at].tolist()) for side in (ones, others)))
            for at in range(len(groups))
        )
        executions = Figure(
            tuple(float(sum(row)) for row in ones), tuple(float(sum(row)) for row in others)
        )
        if all(share.is_equal for share in shares) or not all(executions.means):
            continue
        moved = sum(abs(share.change) for share in shares) / 2
        cost = (
            np.mean(base.blocks[:, place] / np.maximum(totals[0], 1))
            * base.code.instructions[place]
            + np.mean(new.blocks[:, block] / np.maximum(totals[1], 1))
            * new.code.instructions[block]
        ) / 2
        by_target = {
            target: share
            for targets, share in zip(groups.values(), shares, strict=True)
            for target in targets
        }
        yield BranchChange(
            pair=pair,
            weight=float(moved * cost),
            tested=max(shares, key=lambda share: abs(share.change)),
            base=here,
            new=there,
            executions=executions,
            shares=tuple(by_target[target] for target in there.targets),
            moved=moved,
        )


def _shares(rows: list[list[int]]) -> npt.NDArray[np.float64]:
    counts = np.array(rows, dtype=np.float64)
    shares: npt.NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares

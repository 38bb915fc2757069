"""Divides a path that crosses back edges into its iterations."""

from collections.abc import Sequence

from kpath_jvm.profile.code import MethodCode


def iterations(code: MethodCode, blocks: Sequence[int]) -> list[list[int]]:
    """Returns the blocks of each iteration of a path; each back edge ends an iteration."""
    back = {(latch, loop.header) for loop in code.loops for latch in loop.latches}
    parts: list[list[int]] = [[]]
    for block in blocks:
        if parts[-1] and (parts[-1][-1], block) in back:
            parts.append([])
        parts[-1].append(block)
    return parts

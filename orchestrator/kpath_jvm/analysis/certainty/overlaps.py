"""Computes what overlapping paths tell about pairs of paths: how often one followed the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from kpath_jvm.analysis.certainty.joints import JoinedPath
from kpath_jvm.analysis.certainty.tables import PairRow, PairTable, table, tables_of_paths
from kpath_jvm.analysis.overlapping.iterations import shapes
from kpath_jvm.profile.code import MethodCode

#: The number of low bits of an overlapping path's number that identify the extension
#: (docs/profilers.md).
_EXTENSION_BITS = 24


def tables_of_overlaps(
    code: MethodCode,
    rows: Sequence[Mapping[str, Any]],
    paths: Sequence[JoinedPath],
    counts: Sequence[int],
) -> list[PairTable]:
    """Returns, in a table for each joint, bounds on how often one path followed another there.

    ``rows`` are the method's rows of kind ``loop`` in the profile's table ``extended``. ``counts``
    are the completions of ``paths``. For joints, see joints.py.

    An overlapping path is a path with its extension, the beginning of the next path. So if path Q
    followed path P at a back edge, Q begins with one of P's extensions. After an interrupted
    extension (``open``), no completed path followed.
    """
    forms = shapes((loop.header, loop.latches, loop.blocks) for loop in code.loops)
    begin_of = {path.number: path.begin[0] for path in paths if path.begin is not None}
    found = []
    for place, form in enumerate(forms):
        begin = ("loop", form.header)
        columns = [at for at, path in enumerate(paths) if path.begin == begin]
        numbers = [paths[at].number for at in columns]
        own: list[PairRow] = []
        for row in rows:
            kind = str(row["end"]).split()[0]
            if row["graph"] == place and kind != "open":
                blocks = tuple(row["blocks"])
                extension = blocks[len(blocks) - 1 - blocks[::-1].index(form.header) :]
                follows = [_goes_on(paths[at].blocks, extension, kind, form.own) for at in columns]
                own.append(PairRow(row["number"] >> _EXTENSION_BITS, row["count"], follows))
        if own and columns:
            found.append(table(own, numbers, [counts[at] for at in columns]))
    # Only counts of single paths tell about joints at cut edges.
    for one in tables_of_paths(paths, counts):
        if all(begin_of[number] == "cut" for number in one.seconds.tolist()):
            found.append(one)
    return found


def _goes_on(
    blocks: tuple[int, ...], extension: tuple[int, ...], end: str, own: frozenset[int]
) -> bool:
    """Returns whether the path that begins with ``extension`` may be the one with ``blocks``.

    The path with ``blocks`` begins at the loop's header. ``end`` says why the extension ended, and
    ``own`` are the loop's own blocks.
    """
    length = len(extension)
    if blocks[:length] != extension:
        return False
    if end == "predicate":
        return True
    # The extension ended with the iteration.
    return len(blocks) == length or blocks[length] not in own

"""Describes extended paths as plain data."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.analysis.of_extended.iterations import iterations
from kpath_jvm.analysis.of_extended.names import Key, key_of, rows_of_extended
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.lines import ARROW
from kpath_jvm.source.annotation import SourceTexts

#: The kinds of paths in words. In texts, a path's start and end follow.
_KINDS = {
    "iterations": "across iterations",
    "window": "structural path",
    "loop": "across a back edge",
    "call": "into a call",
    "return": "back from a call",
}

#: The kinds of ends that name the block to which a path goes on. Other ends name the path's last
#: block, or no block.
_LEADING = ("loop", "leave")


#: Where a path begins or ends, in words. The number of a block, or a bytecode offset, follows.
_PLACES = {
    "loop": "the loop at block",
    "leave": "block",
    "handler": "the handler at block",
    "end": "the end of block",
    "predicate": "the branch of block",
    "cut": "the cut edge at block",
    "call": "the call at offset",
}


def kind_text(kind: str, parts: int) -> str:
    """Returns a kind in words; ``parts`` is the number of iterations that the path runs through.

    A path of kind ``iterations`` that takes no back edge is a Ball-Larus path.
    """
    return "Ball-Larus path" if kind == "iterations" and parts < 2 else _KINDS.get(kind, kind)


def place(text: str) -> str:
    """Says where a path begins or ends; ``text`` is the start or end in the table ``extended``."""
    kind, _, number = text.partition(" ")
    return f"{_PLACES[kind]} {number}" if number and kind in _PLACES else text


class _Steps(Struct, frozen=True):
    """Where a path goes on after its last block, and which of its blocks stand for loops.

    ``target`` is the next block, or None if it isn't known. ``why`` says what the path does there,
    if it is an extension that ended early. If a block of a structural path is in ``loops``, it is
    the header of an inner loop and stands for the whole loop.
    """

    target: int | None = None
    loops: frozenset[int] = frozenset()
    why: str = ""


class ExtendedRows:
    """Describes the rows of a selection's table ``extended``."""

    def __init__(self, selected: Selected, sources: SourceTexts | None = None) -> None:
        """Takes a selection; ``sources`` are needed to quote conditions from the source."""
        self._profile = selected.profile
        self._whole = selected.whole
        self._sources = sources
        self._told: dict[int, ToldMethod] = {}
        self._nests: dict[int, LoopNest] = {}
        self._names: dict[int, dict[Key, str]] = {}
        self._table = selected.profile.table("extended")

    def hottest(self, top: int | None) -> Iterator[dict[str, Any]]:
        """Yields the ``top`` rows whose paths occurred most often, with their shares.

        If ``top`` is None, yields all rows, in the order of the table. How often a path occurred is
        its estimate, or else its count; an estimate adjusts the count for what path windows left
        out. Paths of different kinds overlap, so shares are computed within each kind.
        """
        weights = self._weights()
        kinds = self._table.column("kind").to_pylist()
        totals: dict[str, float] = {}
        for kind, weight in zip(kinds, weights.tolist(), strict=True):
            totals[kind] = totals.get(kind, 0) + weight
        places = range(len(weights)) if top is None else largest(weights, top).tolist()
        rows = self._table.to_pylist() if top is None else self._at(places)
        for place, row in zip(places, rows, strict=True):
            share = float(weights[place]) / totals[row["kind"]]
            yield self.row(row) | {"share_of_kind": share}

    def _at(self, places: Iterable[int]) -> Iterator[dict[str, Any]]:
        # Taking all these rows in one call would import modules that are slow to load.
        for place in places:
            yield from self._table.slice(place, 1).to_pylist()

    def _weights(self) -> npt.NDArray[Any]:
        """Returns how often each row's path occurred: its estimate, or else its count."""
        counts = integers(self._table, "count")
        estimates = self._table.column("estimate").to_numpy()
        is_counted = np.isnan(estimates)
        # Whole numbers are kept where possible, because large ones aren't exact as floats.
        return counts if is_counted.all() else np.where(is_counted, counts, estimates)

    def of_method(self, method: int) -> list[dict[str, Any]]:
        """Returns a method's rows of the table; the paths that occurred most often come first."""
        first, size = self._place(method)
        rows = self._table.slice(first, size).to_pylist()
        order = largest(self._weights()[first : first + size], size)
        return [rows[place] for place in order.tolist()]

    def _place(self, method: int) -> tuple[int, int]:
        """Returns a method's first row, and the number of its rows."""
        bounds = np.array([method, method + 1])
        first, end = np.searchsorted(integers(self._table, "method"), bounds).tolist()
        return first, end - first

    def row(self, row: dict[str, Any]) -> dict[str, Any]:
        """Returns a row of the table as plain data."""
        other, steps = row["other_method"], self._steps(row)
        return {
            **self._identity(row["method"]),
            "name": self._name(row),
            "kind": row["kind"],
            "graph": row["graph"],
            "number": row["number"],
            "start": row["start"],
            "start_text": printable(place(row["start"])),
            "end": row["end"],
            "end_text": printable(place(row["end"])) + steps.why,
            **self._told_blocks(row["method"], row["blocks"], steps),
            "other": None
            if other < 0
            else {
                **self._identity(other),
                **self._told_blocks(other, row["other_blocks"], _Steps()),
            },
            "count": row["count"],
            "estimate": None if np.isnan(row["estimate"]) else row["estimate"],
        }

    def _steps(self, row: dict[str, Any]) -> _Steps:
        """Returns what ``row["blocks"]`` doesn't say about the path of a row."""
        end, _, block = str(row["end"]).partition(" ")
        loops: frozenset[int] = frozenset()
        if row["kind"] == "window":
            headers = {loop.header for loop in self._whole.code(row["method"]).loops}
            loops = frozenset(headers - {row["graph"]})
        if row["kind"] == "loop" and end == "end":
            return self._ended_early(row["method"], row["blocks"][-1])
        return _Steps(int(block) if end in _LEADING else None, loops)

    def _ended_early(self, method: int, block: int) -> _Steps:
        """Returns how an extension went on that ended with a block, before its last predicate.

        It took a way by which control leaves the loop's own blocks, or goes back (LoopOverlaps in
        the agent). If the block has one such way, the outcome of its branch is known.
        """
        code = self._whole.code(method)
        if method not in self._nests:
            self._nests[method] = LoopNest(code, self._whole.method_rows.row(method))
        nest = self._nests[method]
        ways = {
            to: why
            for to in nest.successors(block)
            if (why := _way_on(nest, block, to)) is not None
        }
        leaves = ["leaves the method"] if "exit" in code.decoder.ends_at(block) else []
        told = [*sorted(set(ways.values())), *leaves]
        why = f", where it {' or '.join(told)}" if told else ""
        return _Steps(next(iter(ways)) if len(ways) == 1 else None, why=why)

    def _name(self, row: dict[str, Any]) -> str:
        """Returns a path's name in the whole profile."""
        method = row["method"]
        if method not in self._names:
            rows = rows_of_extended(self._whole, method).items()
            self._names[method] = {key_of(one): name for name, one in rows}
        return self._names[method][key_of(row)]

    def _identity(self, method: int) -> dict[str, Any]:
        return {"id": method, **self._whole.method_rows.identity(method)}

    def _told_blocks(self, method: int, blocks: Sequence[int], steps: _Steps) -> dict[str, Any]:
        """Returns keys about a path's blocks, with their values.

        ``lines`` and ``decisions`` have a list for each iteration.
        """
        code = self._whole.code(method)
        parts = iterations(code, blocks)
        lines = [list(code.lines.of_path(part)) for part in parts]
        decided = list(self._decided(method, code, parts, steps))
        return {
            "blocks": [list(code.offsets[block]) for block in blocks],
            "lines": lines,
            "lines_text": f" {ARROW} ".join(code.places.names(part) or "unknown" for part in lines),
            "decisions": decided,
        }

    def _decided(
        self, method: int, code: MethodCode, parts: Sequence[Sequence[int]], steps: _Steps
    ) -> Iterator[list[str]]:
        if method not in self._told:
            row = self._whole.method_rows.row(method)
            self._told[method] = ToldMethod(code, row, self._sources)
        told = self._told[method]
        for at, part in enumerate(parts):
            behind = parts[at + 1][0] if at + 1 < len(parts) else steps.target
            found = []
            for block, target in zip(part, (*part[1:], behind), strict=False):
                decision = code.deciding.get(block)
                if block in steps.loops:
                    found.append(_left(code, block, target))
                elif decision is not None and target in decision.targets:
                    if len(set(decision.targets)) < 2:
                        continue
                    one = told.outcome(Outcome(decision, target))
                    found += [one.text] if one.question else []
            yield found


def _way_on(nest: LoopNest, block: int, target: int) -> str | None:
    """Says what an extension does that ends on an edge; None if extensions go on over this edge."""
    loop = int(nest.innermost[block])
    if loop == NONE:
        return None
    if target == nest.loops[loop].header and nest.is_latch[loop, block]:
        return "goes round again"
    if not nest.holds[loop, target]:
        return "leaves the loop"
    return "enters an inner loop" if nest.innermost[target] != loop else None


def _left(code: MethodCode, header: int, target: int | None) -> str:
    """Says where a path went from an inner loop, which is a single block of the path.

    Decisions within that loop are on the loop's own paths.
    """
    to = "the exit" if target is None else code.block_name(target)
    return f"loop at {code.block_name(header)}: left to {to}"

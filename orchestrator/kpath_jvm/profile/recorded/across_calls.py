"""Computes overlapping paths across calls from the calls that were counted with each path."""

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.decoding import PathDecoder
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.recording.calls import NEVER, Use
from kpath_jvm.recording.counted import ExtendedPath

#: The kinds of rows of Type I and of Type II (see ``across_calls``).
CALL, RETURN = "call", "return"
#: How the second part of a path across a call ends: at the (degree + 1)-th predicate, or before it.
PREDICATE, END = "predicate", "end"

_Blocks = tuple[int, ...]
_NUMBER_BYTES = 6


@dataclass(frozen=True)
class _Path:
    """A path; ``start`` has the form that the table ``extended`` uses."""

    method: int
    start: str
    blocks: _Blocks


@dataclass(frozen=True)
class _Row:
    """The fields that identify a path across a call; ``method`` and ``other`` are indices."""

    kind: str
    method: int
    other: int
    start: str
    end: str
    blocks: _Blocks
    other_blocks: _Blocks

    def extended(self, methods: Sequence[InstrumentedMethod], count: int) -> ExtendedPath:
        """Returns the row as an extended path, whose number is the same in all runs.

        Rows that differ only in their methods have the same number.
        """
        told = f"{self.start} {self.end} {self.blocks} {self.other_blocks}".encode()
        digest = hashlib.sha256(told).digest()
        return ExtendedPath(
            first_id=methods[self.method].counted.first_id,
            number=int.from_bytes(digest[:_NUMBER_BYTES], "big"),
            kind=self.kind,
            graph=-1,
            start=self.start,
            end=self.end,
            blocks=self.blocks,
            count=count,
            other_first_id=methods[self.other].counted.first_id,
            other_blocks=self.other_blocks,
        )


def across_calls(
    methods: Sequence[InstrumentedMethod], uses: Iterable[Use], degree: int
) -> list[ExtendedPath]:
    """Returns the paths across calls; ``methods`` are in ascending order of first id.

    Tallam, Zhang and Gupta (docs/profilers.md) distinguish two types. A path of Type I has
    the caller's path up to the call and the callee's first path. A path of Type II has the callee's
    last path and the caller's path after the call. In both types, the second part is cut at its
    (degree + 1)-th predicate. Raises KpathError if a path was counted with a call that isn't on the
    path.
    """
    decoded = _Decoded(methods)
    counts: Counter[_Row] = Counter()
    for use in uses:
        for row in _rows(methods, decoded, use, degree):
            counts[row] += use.count
    return [row.extended(methods, count) for row, count in counts.items()]


def _rows(
    methods: Sequence[InstrumentedMethod], decoded: "_Decoded", use: Use, degree: int
) -> Iterator[_Row]:
    caller = decoded.path(use.path)
    sites = methods[caller.method].schemes.calls
    for call in use.calls:
        last = decoded.path(call.last)
        if call.site >= len(sites) or sites[call.site].block not in caller.blocks:
            method = methods[caller.method]
            raise KpathError(
                f"the recording is damaged: a path of {method.identity.member} was counted "
                "with a call that isn't on it; record again"
            )
        site, callee = sites[call.site], methods[last.method].identity
        if not site.may_call(callee.class_name, callee.name, callee.descriptor):
            # The call site called code without probes, which in turn called a method with probes.
            continue
        at = caller.blocks.index(site.block)
        if call.first != NEVER:
            first = decoded.path(call.first)
            blocks, end = decoded.cut(first.method, first.blocks, degree)
            yield _Row(
                CALL, caller.method, first.method, caller.start, f"call {site.offset} {end}",
                caller.blocks[: at + 1], blocks,
            )  # fmt: skip
        blocks, end = decoded.cut(caller.method, caller.blocks[at:], degree)
        yield _Row(
            RETURN, last.method, caller.method, last.start, f"return {site.offset} {end}",
            last.blocks, blocks,
        )  # fmt: skip


class _Decoded:
    """Decodes paths by their ids, and finds where they are cut."""

    def __init__(self, methods: Sequence[InstrumentedMethod]) -> None:
        self._methods = methods
        self._first_ids = [method.counted.first_id for method in methods]
        self._paths: dict[int, _Path] = {}
        self._decoders: dict[int, PathDecoder] = {}
        self._predicates: dict[int, frozenset[int]] = {}

    def path(self, path_id: int) -> _Path:
        """Returns the path that has an id. Raises KpathError if no path has the id."""
        if path_id not in self._paths:
            place = bisect_right(self._first_ids, path_id) - 1
            if place < 0 or path_id >= self._first_ids[place] + self._methods[place].path_ids:
                raise KpathError(
                    f"the recording is damaged: no path has the id {path_id}; record again"
                )
            number = path_id - self._first_ids[place]
            blocks, start, _ = self._decoder(place).blocks(number)
            text = start if start == "entry" else f"{start} {blocks[0]}"
            self._paths[path_id] = _Path(place, text, blocks)
        return self._paths[path_id]

    def cut(self, method: int, blocks: _Blocks, degree: int) -> tuple[_Blocks, str]:
        """Returns the blocks up to the (degree + 1)-th predicate, and how and where they end.

        If there are fewer predicates, returns all blocks.
        """
        passed = 0
        for at, block in enumerate(blocks):
            passed += block in self._predicates_of(method)
            if passed > degree:
                return blocks[: at + 1], f"{PREDICATE} {block}"
        return blocks, f"{END} {blocks[-1]}"

    def _predicates_of(self, method: int) -> frozenset[int]:
        """Returns the blocks that have several successors, or at which paths can end."""
        if method not in self._predicates:
            one, decoder = self._methods[method], self._decoder(method)
            ends = {block for _, block, _ in one.numbered.ends}
            several = (at for at in range(len(one.flow.blocks)) if len(decoder.following(at)) > 1)
            self._predicates[method] = frozenset(ends.union(several))
        return self._predicates[method]

    def _decoder(self, method: int) -> PathDecoder:
        if method not in self._decoders:
            one = self._methods[method]
            self._decoders[method] = one.decoder()
        return self._decoders[method]

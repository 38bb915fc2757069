"""Makes stacks from a profile: a class, a method, the method's loops, then sequences of paths.

A path may have blocks in several loops. The path has a frame on the frame of each loop that is the
innermost loop around some of the path's blocks. If some blocks are in no loop, the path also has a
frame on the method's frame. A sequence's frame lies on the frame of the sequence without the last
path: A B C lies on A B, and A B on A. Each completion of a path is counted once, for the longest
n-gram (of at most k paths) that begins with this completion. So an n-gram's own weight is its
count, minus the counts of the n-grams that continue it by one path.

- The bytecodes of a sequence are only those of its first path. So a path's frame is as wide as all
  its completions, and the frames on it say what came next. A bytecode belongs to the innermost loop
  around its block, so a loop's frame is as wide as the loop's cost with its inner loops.
- A completion belongs to the innermost loop around the path's last block.
- A sequence that is too rare to be seen has no frame. Its weight stays on the frame of the sequence
  without the last path. A method's paths that are too rare to be seen share one frame on each
  loop's frame, and one on the method's frame.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.telling import told_briefly
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int64Array
from kpath_jvm.reports.lines import folded
from kpath_jvm.shown import STACKED_LENGTH
from kpath_jvm.source.annotation import SourceTexts

#: Sequences and paths below this share of the selected bytecodes have no frames of their own.
LEAST_SHARE = 1e-5
_MOST_CHARACTERS = 100
_ELLIPSIS = "…"


#: What a frame stands for. ``rarer`` stands for paths that are too rare to have their own frames.
FrameKind = Literal["class", "method", "loop", "sequence", "rarer"]


@dataclass(frozen=True)
class Frame:
    """A frame of a stack; a ``line`` of 0 means that the line isn't known.

    ``text`` names the frame within its stack, and ``name`` names it without the rest of the stack.
    """

    text: str
    name: str
    file: str
    line: int
    kind: FrameKind


@dataclass(frozen=True)
class Stack:
    """Frames, the outermost first, and the last frame's own completions and bytecodes."""

    frames: tuple[Frame, ...]
    completions: int
    bytecodes: int


def stacks(
    selected: Selected,
    k: int = STACKED_LENGTH,
    sources: SourceTexts | None = None,
    top: int | None = None,
) -> Iterator[Stack]:
    """Yields the stacks of the selection; the methods with the most bytecodes come first.

    ``top`` limits the number of methods.
    """
    profile = selected.profile
    costs = Costs(profile)
    least = LEAST_SHARE * costs.total
    order = np.argsort(-costs.of_methods, kind="stable")
    for method in order[costs.of_methods[order] > 0][:top].tolist():
        yield from _MethodStacks(selected, method, sources).of(k, least)


class _MethodStacks:
    def __init__(self, selected: Selected, method: int, sources: SourceTexts | None) -> None:
        profile = selected.profile
        self._row: dict[str, Any] = profile.method_rows.row(method)
        self._code: MethodCode = profile.code(method)
        self._nest = LoopNest(self._code, self._row)
        self._forest = profile.method_forest(method)
        self._selected = selected
        self._method = method
        self._sources = sources
        title = names.title_of(self._row)
        self._short = names.short_title(self._row["class"], self._row["name"])
        self._file = names.printable(self._row["source"] or "")
        outer = names.dotted(self._row["class"])
        line = min(self._code.lines.all(), default=0)
        self._outer = (
            Frame(outer, outer, self._file, 0, "class"),
            Frame(title[len(outer) + 1 :], title, self._file, line, "method"),
        )
        self._rarer = Frame("rarer paths", f"{self._short} rarer paths", self._file, 0, "rarer")

    def of(self, k: int, least: float) -> Iterator[Stack]:
        """Yields the method's stacks; sequences below ``least`` bytecodes have no frames."""
        forest = self._forest.truncated(k)
        roots = _roots(forest)
        parts = [self._parts(path) for path in forest.paths[forest.parents < 0].tolist()]
        lengths = np.array([sum(part.values()) for part, _ in parts], dtype=np.int64)
        kept = forest.counts * lengths[roots] >= least
        # The beginning of a kept sequence is kept, too: it has the same first path and occurs at
        # least as often.
        own = _own_counts(forest, kept)
        if own.min(initial=0) < 0:
            raise KpathError(
                f"the profile is corrupt: the counts of the sequences of {self._short} contradict "
                "one another; record it again"
            )
        nodes = np.flatnonzero(own)
        paths = np.unique(forest.paths[kept]).tolist()
        # Sources take long to read, and most methods have no path with a frame of its own.
        frames = self._sequences(paths) if paths else None
        chains = {loop: self._chain(loop) for loop in range(NONE, len(self._nest.loops))}
        rows, depths = forest.sequences(nodes).tolist(), forest.depths[nodes].tolist()
        for node, row, depth in zip(nodes.tolist(), rows, depths, strict=True):
            count, (part, last) = int(own[node]), parts[int(roots[node])]
            assert frames is not None
            sequence = tuple(frames(tuple(row[:length])) for length in range(1, depth + 1))
            for loop, length in part.items():
                yield Stack(
                    (*self._outer, *chains[loop], *sequence),
                    count if loop == last else 0,
                    count * length,
                )
        # The roots are the first nodes of the forest.
        rare = [
            (*part, int(count))
            for part, count, is_kept in zip(parts, forest.counts[: len(parts)], kept, strict=False)
            if not is_kept
        ]
        for loop, (completions, bytecodes) in _added_up(rare).items():
            yield Stack((*self._outer, *chains[loop], self._rarer), completions, bytecodes)

    def _parts(self, path: int) -> tuple[dict[int, int], int]:
        """Returns a path's bytecodes in each loop, and the loop of the path's last block.

        A bytecode belongs to the innermost loop around its block. Outside of loops, NONE stands for
        the loop.
        """
        blocks, _, _ = self._code.decoder.blocks(path)
        found: dict[int, int] = {}
        for block in blocks:
            loop = int(self._nest.innermost[block])
            found[loop] = found.get(loop, 0) + self._code.instructions[block]
        return found, int(self._nest.innermost[blocks[-1]])

    def _chain(self, loop: int) -> tuple[Frame, ...]:
        """Returns the frames of a loop and of the loops around it, the outermost first."""
        chain = [self._loop(one) for one in self._nest.chain(loop)]
        return tuple(reversed(chain))

    def _loop(self, loop: int) -> Frame:
        header = self._nest.loops[loop].header
        line = self._code.header_line(header)
        lines = [self._code.header_line(one.header) for one in self._nest.loops]
        where = f"bytecode {self._code.offsets[header][0]}"
        if line is not None:
            # Several loops may begin on one line.
            phrase = self._code.places.phrase(line)
            where = phrase if lines.count(line) == 1 else f"{phrase}, {where}"
        text = f"loop at {where}"
        return Frame(text, f"{self._short} {text}", *self._place(line), "loop")

    def _place(self, line: int | None) -> tuple[str, int]:
        """Returns the file of one of the method's lines, and the line's number in that file."""
        if line is None:
            return self._file, 0
        place = self._code.places.of(line)
        return names.printable(place.file) or self._file, place.line

    def _sequences(self, paths: list[int]) -> Callable[[tuple[int, ...]], Frame]:
        """Returns a function that makes the frame of a sequence of ``paths``.

        The frame's text has the names of the sequence's paths, and what the last of them decided.
        The place where that path begins comes last, because many paths begin at the same place.
        """
        called = names_of_paths(self._selected.whole, self._method)
        decoded = {path: self._code.decode(path) for path in paths}
        apart = ToldMethod(self._code, self._row, self._sources).apart(decoded.values())
        brief = told_briefly(apart)

        def said_of(path: int) -> str:
            """Says what a path decided; what distinguishes it from the other paths comes first."""
            told = dict.fromkeys((*brief[path], *apart[path]))
            return ", ".join(one.text for one in sorted(told, key=lambda one: one.is_start))

        @cache
        def frame(sequence: tuple[int, ...]) -> Frame:
            last = decoded[sequence[-1]]
            said = said_of(last.path)
            text = folded([called[path] for path in sequence]) + (f": {said}" if said else "")
            if len(text) > _MOST_CHARACTERS:
                text = text[: _MOST_CHARACTERS - 1] + _ELLIPSIS
            place = self._place(last.lines[0] if last.lines else None)
            return Frame(text, f"{self._short} {text}", *place, "sequence")

        return frame


def _added_up(rare: list[tuple[dict[int, int], int, int]]) -> dict[int, tuple[int, int]]:
    """Returns the completions and bytecodes of the ``rare`` paths in each loop.

    Each item of ``rare`` has a path's bytecodes by loop, the loop of the path's last block, and the
    path's count.
    """
    found: dict[int, tuple[int, int]] = {}
    for part, last, count in rare:
        for loop, length in part.items():
            completions, bytecodes = found.get(loop, (0, 0))
            completions += count if loop == last else 0
            found[loop] = completions, bytecodes + count * length
    return found


def _roots(forest: Forest) -> IndexArray:
    roots = np.arange(len(forest))
    for nodes in forest.levels[1:]:
        roots[nodes] = roots[forest.parents[nodes]]
    return roots


def _own_counts(forest: Forest, kept: BoolArray) -> Int64Array:
    """Returns each kept node's count, minus its kept children's counts; 0 for other nodes."""
    own = np.where(kept, forest.counts, 0)
    children = np.flatnonzero(kept & (forest.parents >= 0))
    np.subtract.at(own, forest.parents[children], forest.counts[children])
    return own

"""Describes each path of a sequence so that no other executed path fits its description.

A reader understands a description as a condition that an iteration meets or doesn't meet. If other
executed paths of the loop fitted it, too, the sequence's count would seem to include them.
"""

from collections.abc import Collection, Iterator, Mapping

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.of_loops.executed import ExecutedPaths
from kpath_jvm.analysis.telling import told_briefly
from kpath_jvm.analysis.told import Told, ToldMethod
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.forest import BoolArray
from kpath_jvm.profile.metadata import Loop

#: What is said about a path that comes from a back edge and is an iteration.
_LATER = "not an entry's first iteration"
#: What is said about a path that begins no iteration.
_ENDED = "the loop test ends the loop"


class SingledOut(Struct, frozen=True):
    """What singles out the paths of a sequence among the executed paths of its loop.

    ``shared`` are decisions that all paths of the sequence make alike, and that other executed
    paths of the loop make differently or not at all. ``own`` has the further decisions that are
    needed to single out each path. ``in_full`` has the decisions of ``own``, and all other
    decisions in which the sequence's paths differ. If the sequence has only one path, ``in_full``
    has all decisions of this path, except in a comparison of two profiles (``is_change``).
    ``begins`` has, for each path, a text that says where the path begins, and whether the loop test
    ends the loop there. This text is empty for a path that begins an iteration at the loop's
    header, if no path that begins elsewhere makes the same decisions. ``alike`` has, for each path,
    the number of other executed paths that fit its description and have the same lines, so that no
    text can distinguish them from the path. The keys of ``own``, ``in_full``, ``begins`` and
    ``alike`` are numbers of paths.
    """

    shared: tuple[Told, ...]
    own: dict[int, tuple[Told, ...]]
    in_full: dict[int, tuple[Told, ...]]
    begins: dict[int, str]
    alike: dict[int, int]


def singled_out(
    code: MethodCode,
    told: ToldMethod,
    executed: ExecutedPaths,
    loop: Loop | None,
    paths: Collection[DecodedPath],
    together: Mapping[int, Collection[int]] | None = None,
    *,
    test: Collection[int] = (),
    is_change: bool = False,
) -> SingledOut:
    """Returns what singles out some paths among a method's executed paths.

    With a ``loop``, only paths that run through it are compared. ``told`` describes the method. If
    several paths are counted as one path, ``together`` maps the number of this path to the numbers
    of all of them. The description of this path has only decisions that all of them make. ``test``
    has the blocks of the loop's test (``LoopNest.test``).

    With ``is_change``, the sequence is shown as a difference between two profiles. Then paths that
    begin at different places also get the decisions in which they differ, and ``in_full`` of a
    sequence with only one path has only the decisions that single this path out.
    """
    others = _Others(code, told, executed, loop, together or {}, test)
    apart = {one.path: others.asked(one, told.apart(paths)[one.path]) for one in paths}
    if not is_change:
        brief = _briefly(paths, apart)
    elif len(paths) > 1:
        brief = told_briefly(apart)
    else:
        brief = apart = dict.fromkeys(apart, ())
    needed = {one.path: others.needed(one, brief[one.path]) for one in paths}
    answers = [{(told.key, told.answer) for told in some} for some in needed.values()]
    common = set.intersection(*answers) if len(answers) > 1 else set()

    def without(some: Collection[Told]) -> tuple[Told, ...]:
        return tuple(one for one in some if (one.key, one.answer) not in common)

    first = next(iter(needed.values()))
    own = {path: without(some) for path, some in needed.items()}
    begins, alike = {}, {}
    for one in paths:
        begins[one.path], alike[one.path] = others.begins(one, needed[one.path])
    return SingledOut(
        tuple(one for one in first if (one.key, one.answer) in common),
        own,
        {one.path: others.in_order(one, (*apart[one.path], *own[one.path])) for one in paths},
        begins,
        alike,
    )


def told_among(
    code: MethodCode, told: ToldMethod, executed: ExecutedPaths, paths: Collection[DecodedPath]
) -> dict[int, tuple[tuple[Told, ...], tuple[Told, ...]]]:
    """Returns, by path number, decisions that single out each path, briefly and in full.

    The brief ones are those that distinguish a path from all other executed paths with the same
    beginning. The full ones are these, and all other decisions in which the given paths differ.
    Both have the place where the path begins if ``ToldMethod.apart`` has it.
    """
    others = _Others(code, told, executed, None, {}, ())
    found = {}
    for one, (path, apart) in zip(paths, told.apart(paths).items(), strict=True):
        begins = tuple(it for it in apart if it.is_start)
        needed = others.needed(one, ())
        found[path] = ((*begins, *needed), (*begins, *others.asked(one, (*apart, *needed))))
    return found


def _briefly(
    paths: Collection[DecodedPath], apart: Mapping[int, tuple[Told, ...]]
) -> dict[int, tuple[Told, ...]]:
    """Returns the decisions that distinguish the given paths from each other.

    The start of a path is described in another part of the text. So decisions are needed only to
    distinguish paths with the same kind of start.
    """
    found = {}
    for start in {one.start for one in paths}:
        alike = {one.path: apart[one.path] for one in paths if one.start == start}
        for path, some in told_briefly(alike).items():
            found[path] = some if len(alike) > 1 or len(paths) == 1 else ()
    return found


class _Others:
    """The executed paths with which the paths of a sequence are compared."""

    def __init__(
        self,
        code: MethodCode,
        told: ToldMethod,
        executed: ExecutedPaths,
        loop: Loop | None,
        together: Mapping[int, Collection[int]],
        test: Collection[int],
    ) -> None:
        self._code, self._told, self._executed, self._loop = code, told, executed, loop
        self._together, self._test = together, test
        self._common: dict[int, set[tuple[tuple[int, int], str]]] = {}
        self._inside = np.ones(len(code.offsets), dtype=bool)
        if loop is not None:
            self._inside[:] = False
            self._inside[list(loop.blocks)] = True
        self._is_compared = executed.through(self._inside)
        #: A cache: which paths have an outcome, by the decision's block, the target, and whether
        #: the decision is a branch, not a handler.
        self._made: dict[tuple[int, int, bool], BoolArray] = {}

    def asked(self, path: DecodedPath, some: Collection[Told]) -> tuple[Told, ...]:
        """Returns ``some`` in the order of execution, without the place where the path begins."""
        return self.in_order(path, [one for one in some if not one.is_start])

    def in_order(self, path: DecodedPath, some: Collection[Told]) -> tuple[Told, ...]:
        """Returns those decisions of a path that are in ``some``, in the order of execution."""
        kept = {(one.key, one.answer) for one in some}
        return tuple(told for _, told in self._decisions(path) if (told.key, told.answer) in kept)

    def needed(self, path: DecodedPath, some: Collection[Told]) -> tuple[Told, ...]:
        """Returns ``some`` and the decisions that exclude all other paths with the same beginning.

        If not all other paths can be excluded, as many of them as possible are. The decision that
        excludes the most paths is added first. Parts of conditions are added only if whole
        conditions don't suffice, because the source code asks no question about a part alone.
        """
        kept = list(some)
        fits = self._fit(path, kept) & self._begins_like(path) & ~self._counted_with(path)
        decisions = [*self._decisions(path)]
        for wanted in (True, False):
            asked = [
                one for one in decisions if bool(self._told.outcome(one[0]).question) is wanted
            ]
            while np.count_nonzero(fits) > 1 and asked:
                left = [np.count_nonzero(fits & self._making(outcome)) for outcome, _ in asked]
                best = int(np.argmin(left))
                if left[best] == np.count_nonzero(fits):
                    break
                fits &= self._making(asked[best][0])
                kept.append(asked.pop(best)[1])
        return self.in_order(path, kept)

    def begins(self, path: DecodedPath, some: Collection[Told]) -> tuple[str, int]:
        """Returns where a path begins, and how many other paths have exactly its description.

        ``some`` are the decisions that the path's description has.
        """
        fits = self._fit(path, some) & ~self._counted_with(path)
        is_alike = self._begins_like(path)
        # A description also has the path's lines.
        numbers = self._executed.numbers[fits & is_alike].tolist()
        lines = [self._code.decode(number).lines for number in numbers if number != path.path]
        alike = lines.count(path.lines)
        if not self._is_at_header(path):
            text = self._told.start(path).text
            if self._loop is None or self._inside[path.blocks[0]]:
                return text, alike
            first = self._first_pass(path)
            return f"{text} ({first})" if first else text, alike
        elsewhere = np.flatnonzero(fits & ~is_alike)
        is_inside = self._inside[self._executed.firsts[elsewhere]]
        texts = []
        if is_inside.any():
            texts.append("from this loop's header")
        is_ended = self._ends_at_test(path, 0)
        if not is_inside.all():
            texts.append("after an iteration" if is_ended else _LATER)
        if is_ended:
            texts.append(_ENDED)
        return ", ".join(texts), alike

    def _first_pass(self, path: DecodedPath) -> str:
        """Says how much of an entry's first iteration is in a path that begins outside the loop."""
        assert self._loop is not None, "only a path through a loop enters it"
        enters = next((at for at, block in enumerate(path.blocks) if self._inside[block]), None)
        if enters is None:
            return ""
        if self._ends_at_test(path, enters):
            return f"no iteration: {_ENDED}"
        if not all(self._inside[block] for block in path.blocks[enters:]):
            return "an entry's first and only iteration"
        is_whole = path.end == "loop" and path.blocks[-1] in self._loop.latches
        return f"{'' if is_whole else 'begins '}an entry's first iteration"

    def _ends_at_test(self, path: DecodedPath, first: int) -> bool:
        """Returns whether the loop test ends the loop instead of beginning an iteration.

        ``first`` is the index of the loop's header in the path's blocks.
        """
        for block in path.blocks[first:]:
            if not self._inside[block]:
                return True
            if block not in self._test:
                return False
        return False

    def _decisions(self, path: DecodedPath) -> Iterator[tuple[Outcome, Told]]:
        """Yields the decisions of a path, including those about parts of conditions.

        If other paths are counted together with this one, only decisions that all of them make are
        yielded.
        """
        others = [one for one in self._together.get(path.path, ()) if one != path.path]
        if others and path.path not in self._common:
            made = [{(told.key, told.answer) for _, told in self._all(path)}]
            for other in others:
                decided = self._all(self._code.decode(other))
                made.append({(told.key, told.answer) for _, told in decided})
            self._common[path.path] = set.intersection(*made)
        for outcome, told in self._all(path):
            if not others or (told.key, told.answer) in self._common[path.path]:
                yield outcome, told

    def _all(self, path: DecodedPath) -> Iterator[tuple[Outcome, Told]]:
        for outcome in self._code.outcomes(path):
            yield outcome, self._told.outcome_or_part(outcome)

    def _counted_with(self, path: DecodedPath) -> BoolArray:
        others = [one for one in self._together.get(path.path, ()) if one != path.path]
        return np.isin(self._executed.numbers, others)

    def _is_at_header(self, path: DecodedPath) -> bool:
        loop = self._loop
        return loop is not None and path.start == "loop" and path.blocks[0] == loop.header

    def _begins_like(self, path: DecodedPath) -> BoolArray:
        """Returns which executed paths begin where ``path`` begins.

        Two beginnings count as the same if their descriptions have the same text.
        """
        executed = self._executed
        if self._is_at_header(path):
            return np.asarray(executed.begins_loop & (executed.firsts == path.blocks[0]))
        at_entry, anew = executed.begins_at_entry, executed.begins_anew
        is_alike = {
            "entry": at_entry,
            "handler": anew & ~at_entry,
            "loop": executed.begins_loop,
            "cut": ~anew & ~executed.begins_loop,
        }[path.start]
        line = self._code.header_line(path.blocks[0])
        lines = [self._code.header_line(block) == line for block in range(len(self._inside))]
        is_place = np.array(lines)[executed.firsts]
        # The description says whether a path begins outside the loop. This distinguishes two
        # beginnings on one line.
        is_side = self._inside[executed.firsts] == self._inside[path.blocks[0]]
        if self._loop is not None:
            is_side &= ~(executed.begins_loop & (executed.firsts == self._loop.header))
        return np.asarray(is_alike & is_side & (is_place | (path.start == "entry")))

    def _fit(self, path: DecodedPath, some: Collection[Told]) -> BoolArray:
        """Returns which compared paths make all of the given decisions of a path."""
        wanted = {one.key for one in some}
        fits: BoolArray = self._is_compared.copy()
        for outcome, told in self._decisions(path):
            if told.key in wanted:
                fits &= self._making(outcome)
        return fits

    def _making(self, outcome: Outcome) -> BoolArray:
        """Returns which executed paths have an outcome among their decisions."""
        key = outcome.decision.block, outcome.target, bool(outcome.decision.targets)
        if key not in self._made:
            self._made[key] = self._found_making(outcome)
        return self._made[key]

    def _found_making(self, outcome: Outcome) -> BoolArray:
        """Computes what ``_making`` returns, by the rules of ``MethodCode.outcomes``."""
        executed, block = self._executed, outcome.decision.block
        if not outcome.decision.targets:
            is_handler = executed.begins_anew & ~executed.begins_at_entry
            return np.asarray(is_handler & (executed.firsts == block))
        found = np.zeros(len(executed.numbers), dtype=bool)
        goes_on = executed.owners[:-1] == executed.owners[1:]
        is_way = (executed.blocks[:-1] == block) & (executed.blocks[1:] == outcome.target)
        found[executed.owners[:-1][goes_on & is_way]] = True
        ends = {"exit": executed.ends_at_exit, "loop": executed.ends_loop}
        ends["cut"] = ~ends["exit"] & ~ends["loop"]
        for end, is_so in ends.items():
            if self._code.ways_out(outcome.decision, end) == (outcome.target,):
                found |= is_so & (executed.lasts == block)
        return found

"""Compares shares of time, from samples, with shares of executed bytecodes.

A sample is the instruction that a thread was executing at some moment. The sample is assigned to
the method that JFR names, even if this method was inlined into another one, and to the innermost
loop around the instruction. So shares of time and shares of bytecodes both cover only the own
instructions of a method or loop, without called methods.

Shares of time are relative to the samples in counted methods: methods whose bytecodes are counted.
A sample in other code is attributed, in a separate figure, to the nearest counted method below it
on the stack.

A method also has an inclusive share: among all samples, the share of those in which the method is
anywhere on the stack.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.analysis.of_loops.loop_costs import loop_costs
from kpath_jvm.analysis.sampled.bootstrap import LEVEL, ShareInterval
from kpath_jvm.profile.metadata import ENTRY_RUNG, PATH_WINDOWS_MODE
from kpath_jvm.profile.time_samples import read_time
from kpath_jvm.recording.class_patterns import NEVER_PROFILED

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from kpath_jvm.profile.code import MethodCode
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.records.time_samples import SampledPlace, StackedMethod, TimeSamples

#: Methods are ranked by their samples only if all counted methods together have this many samples.
FEW_SAMPLES = 100
#: If all samples of a method are at one instruction and are fewer than this, they say little about
#: a difference. One event that held a thread up, such as a page fault, may account for several.
FEW_AT_ONE_INSTRUCTION = 20
#: A difference is mentioned only if the whole interval of the share of time differs from the share
#: of bytecodes by at least this factor.
LEAST_FACTOR = 2
#: For a difference to be mentioned, one of the two shares must also be at least this large.
LEAST_SHARE = 0.05
#: Takes the place of a loop's number for a method's code outside its loops.
OUTSIDE_LOOPS = NONE
#: The least share of the samples outside recorded code that makes a package worth naming.
LEAST_INCLUDED = 0.1
#: At most this many packages are named.
MOST_INCLUDED = 3
#: The beginnings of the names of classes that are never profiled, written as in class files.
_NEVER_PROFILED = tuple(name.replace(".", "/") for name in NEVER_PROFILED)
_LEAST_NAMES = 2
_MOST_OF_ITS_SAMPLES = 0.75
#: A call is among the heaviest if it was under way in at least this share of the samples with its
#: caller on the stack, and in at least LEAST_OF_ALL of all samples.
_LEAST_OF_CALLER = 0.5
_LEAST_OF_ALL = 0.1
#: A method between two others isn't worth naming if the next method has at least this share of its
#: samples.
_HANDED_ON = 0.9
#: At most this many methods are named from the first caller to the last called method.
_MOST_STEPS = 6
#: The quantile of the normal distribution that belongs to LEVEL.
_Z = 1.959963984540054
assert LEVEL == 0.95

Difference = Literal["more", "less"]


def wilson(count: int, of: int) -> ShareInterval | None:
    """Returns Wilson's score interval, with confidence LEVEL, of a share of samples.

    The share is ``count / of``; the result is None if ``of`` is 0. The interval supposes
    independent samples, but samples of time are only approximately independent.
    """
    if of < 1:
        return None
    share, square = count / of, _Z * _Z / of
    middle = (share + square / 2) / (1 + square)
    half = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    # Rounding must not exclude the share itself, nor exceed the range from 0 to 1.
    return ShareInterval(
        0.0 if count == 0 else min(max(middle - half, 0.0), share),
        1.0 if count == of else max(min(middle + half, 1.0), share),
    )


class InclusiveShare(Struct, frozen=True):
    """The samples in which a method is anywhere on the stack, and their share of all samples.

    ``samples`` is the number of samples with a known frame of the method; each counts once.
    ``most`` also counts the samples with a partial stack, whose missing frames may be the
    method's. ``share`` and ``share_of_most`` are these two numbers as shares of all samples.
    ``interval`` contains the confidence intervals of both shares, and so of any share between them.
    The shares and the interval are None without samples.
    """

    samples: int
    most: int
    share: float | None
    share_of_most: float | None
    interval: ShareInterval | None

    @classmethod
    def of(cls, samples: int, most: int, total: int) -> InclusiveShare:
        """Returns the shares of ``samples`` and ``most`` in ``total`` samples."""
        least, greatest = wilson(samples, total), wilson(most, total)
        if least is None or greatest is None:
            return cls(samples, most, None, None, None)
        interval = ShareInterval(least.low, greatest.high)
        return cls(samples, most, samples / total, most / total, interval)


class SampledLine(Struct, frozen=True):
    """A line in a class file's line table, with its samples.

    ``samples`` are those of the line's own instructions, and ``below`` those in code whose
    bytecodes aren't counted and to which a call in the line led.
    """

    line: int
    samples: int
    below: int


class HeavyCall(Struct, frozen=True):
    """A method with the call that led to it in most samples.

    ``line`` is the line of the call in the class file, or None if it isn't known, or if the calls
    are in several lines. ``skipped`` is the number of methods between this method and the one
    before it. If there are any, the line isn't known.
    """

    row: TimeShare
    line: int | None
    skipped: int


class TimeShare(Struct, frozen=True):
    """The samples and the executed bytecodes of a method, or of one of its loops.

    ``loop`` is an index into MethodCode.loops, None for the whole method, or OUTSIDE_LOOPS for the
    method's code that is in none of its loops. ``share``, with its
    ``interval``, is the share of ``samples`` in the samples of all counted methods; it is None if
    these have no samples. ``share_of_all`` is the share of ``samples`` in all samples, or None
    without samples. ``bytecode_share`` is the share of ``bytecodes`` in the bytecodes of all
    recorded code. If ``is_few``, the counted methods have too few samples for a statement about a
    difference. ``instructions`` is the number of instructions at which there are samples.
    ``samples_below`` is the number of samples in code whose bytecodes aren't counted and to which
    the method or loop led: the method is the nearest counted one on the stack.
    ``share_with_below`` is the share of ``samples`` and ``samples_below`` together in all samples.
    ``samples_below`` and ``share_with_below`` are None if the samples have no stacks.
    ``interval_of_all`` is the interval of ``share_with_below``, or of ``share_of_all`` without it.
    ``lines`` are the lines with samples, those with the most samples first. Samples whose line
    isn't known are left out.
    ``inclusive`` is the inclusive share of a method. It is None for a loop, and if it isn't known:
    profiles of an older kpath-jvm don't have it, and samples don't tell a method's versions apart.
    """

    method: int
    loop: int | None
    samples: int
    share: float | None
    interval: ShareInterval | None
    bytecodes: int
    bytecode_share: float
    is_few: bool = False
    share_of_all: float | None = None
    samples_below: int | None = None
    share_with_below: float | None = None
    instructions: int = 0
    inclusive: InclusiveShare | None = None
    interval_of_all: ShareInterval | None = None
    lines: tuple[SampledLine, ...] = ()

    @property
    def has_samples(self) -> bool:
        """Whether there are samples in its own code, or in unrecorded code to which it led."""
        return bool(self.samples or self.samples_below)

    @property
    def is_at_one_instruction(self) -> bool:
        """Whether there are several samples, and all of them are at one instruction."""
        return self.samples > 1 and self.instructions == 1

    @property
    def difference(self) -> Difference | None:
        """Whether the share of time is much "more" or much "less" than the share of bytecodes.

        The result is None if neither is the case, or if the samples are too few or the shares too
        small to tell.
        """
        if self.share is None or self.interval is None or self.is_few:
            return None
        if max(self.share, self.bytecode_share) < LEAST_SHARE:
            return None
        if self.interval.low >= LEAST_FACTOR * self.bytecode_share:
            is_one_event = self.is_at_one_instruction and self.samples < FEW_AT_ONE_INSTRUCTION
            return None if is_one_event else "more"
        if self.interval.high * LEAST_FACTOR <= self.bytecode_share:
            return "less"
        return None

    @property
    def rank(self) -> tuple[int, int, int, int, int]:
        """The key for sorting rows by time with unrecorded code, by own time, and by bytecodes."""
        with_below = self.samples + (self.samples_below or 0)
        # A method comes before its code outside loops, and that code before its loops.
        place = self.method, NONE - 1 if self.loop is None else self.loop
        return -with_below, -self.samples, -self.bytecodes, *place


class TimeShares:
    """The samples of a profile, attributed to its methods and loops."""

    def __init__(self, profile: Profile, samples: TimeSamples) -> None:
        """Takes a whole profile, whose versions may be merged, and its samples."""
        self._profile = profile
        self.samples = samples

    @classmethod
    def of(cls, profile: Profile) -> TimeShares | None:
        """Returns the shares of time of a whole profile; None if it has no samples.

        Raises KpathError if the samples are damaged.
        """
        samples = read_time(profile.path)
        return None if samples is None else cls(profile, samples)

    @cached_property
    def total(self) -> int:
        """The number of all samples."""
        return self.samples.unknown + sum(place.count for place in self.samples.places)

    @cached_property
    def counted(self) -> int:
        """The number of samples in methods whose bytecodes are counted."""
        return sum(self._attributed.of_methods.values())

    @property
    def several_versions(self) -> int:
        """The number of samples in methods of which the profile has several versions.

        JFR doesn't say which class file a class comes from, so these samples aren't attributed to
        any method.
        """
        return self._attributed.several_versions

    @property
    def elsewhere(self) -> int:
        """The number of samples in code whose bytecodes aren't counted, such as the JDK.

        This includes samples in profiled methods of which only entries or path windows are counted.
        """
        return self.total - self.counted - self.several_versions

    @property
    def below(self) -> int | None:
        """The number of samples of ``elsewhere`` in code to which a counted method led.

        The result is None if the samples have no stacks.
        """
        if self.samples.below is None:
            return None
        return sum(self._below.of_methods.values())

    @property
    def most_below(self) -> list[tuple[int, int]]:
        """The methods that led to the samples of ``below``, each with its number of samples.

        The methods with the most samples come first.
        """
        found = self._below.of_methods.items()
        return sorted(found, key=lambda one: (-one[1], one[0]))

    @property
    def methods_elsewhere(self) -> list[tuple[str, str, int]]:
        """The class, name and number of samples of each method that ``elsewhere`` includes.

        The methods with the most samples come first.
        """
        found = self._attributed.elsewhere.items()
        ordered = sorted(found, key=lambda one: (-one[1], one[0]))
        return [(owner, name, count) for (owner, name), count in ordered]

    @property
    def to_include(self) -> list[tuple[str, int]]:
        """The packages with the most samples in ``elsewhere``, each with its number of samples.

        At most MOST_INCLUDED packages are returned, ordered by their samples. A name has the form
        of a value of ``--include``: ``org.foo.*`` includes inner packages. Packages that couldn't
        be recorded, that have recorded classes, or that have few samples are left out.
        """
        counts: Counter[tuple[str, ...]] = Counter()
        # A package with recorded classes was included already, so something else kept its other
        # classes from being recorded.
        recorded = {_package(owner) for owner, _, _ in self._profile.method_rows.by_name}
        for owner, _, count in self.methods_elsewhere:
            is_hidden = "+0x" in owner or "/0x" in owner
            if not (is_hidden or owner.startswith(_NEVER_PROFILED) or _package(owner) in recorded):
                counts[_package(owner)] += count
        least = max(LEAST_INCLUDED * self.elsewhere, LEAST_SHARE * self.total)
        found: list[tuple[str, int]] = []
        while (most := _package_of_most(counts)) is not None:
            package, samples = most
            if samples < least or len(found) == MOST_INCLUDED:
                break
            pattern = f"{'.'.join(package)}.*"
            # A package isn't named if it includes one that has been named already.
            if not any(fnmatchcase(one, pattern) for one, _ in found):
                found.append((pattern, samples))
            for inner in [one for one in counts if one[: len(package)] == package]:
                del counts[inner]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    @property
    def own_patterns(self) -> list[str]:
        """Patterns for ``--include`` that match the classes that executed bytecodes.

        A pattern is the name of a class, or the beginning of packages' names.
        """
        found = set()
        for row in self.methods:
            if row.bytecodes:
                owner: str = self._profile.method_rows.row(row.method)["class"]
                package = ".".join(_package(owner)[:_LEAST_NAMES])
                found.add(f"{package}.*" if package else owner.partition("$")[0])
        return sorted(found)

    @property
    def is_few(self) -> bool:
        """Whether there are too few samples to rank methods by them."""
        return self.counted < FEW_SAMPLES

    @property
    def is_few_inclusive(self) -> bool:
        """Whether there are too few samples to rank methods by their inclusive shares."""
        return self.total < FEW_SAMPLES

    @property
    def partial(self) -> int | None:
        """The number of samples with partial stacks; None if there are no inclusive shares."""
        return None if self._inclusive is None else self.samples.partial

    @property
    def most_inclusive(self) -> list[TimeShare] | None:
        """The methods that are on the stack of a sample; those with the most samples come first.

        The result is None if there are no inclusive shares.
        """
        if self._inclusive is None:
            return None
        found = [(row.inclusive.samples, row) for row in self.methods if row.inclusive is not None]
        ordered = sorted(found, key=lambda one: (-one[0], one[1].rank))
        return [row for samples, row in ordered if samples]

    def same_stacks(self, method: int) -> int | None:
        """Returns a number that two methods share if they are on the stacks of the same samples.

        The result is None if this isn't known.
        """
        found = self._on_stack.get(method)
        return None if found is None else found.same

    def heaviest_calls(self, methods: Container[int]) -> list[HeavyCall] | None:
        """Returns how the program got to where it spent most of its time.

        The first row is the one of ``methods`` that is on the stack in most samples. Each of the
        next rows is the method that the one before it called in most samples, as long as these
        calls have at least half of the caller's samples and a tenth of all. Only ``methods``
        are followed. Methods that hand on nearly all of their time to another one of the same
        library are left out, and so are those in the middle of a long row. The result is None
        if calls aren't known, or if none of ``methods`` is on the stack in half of the samples.
        """
        rows = {row.method: row for row in self.most_inclusive or () if row.method in methods}
        if self.samples.calls is None or not rows:
            return None
        at = next(iter(rows))
        if self._on_stack[at].count < _LEAST_OF_CALLER * self.total:
            return None
        steps = [HeavyCall(rows.pop(at), None, 0)]
        while calls := {one: lines for one, lines in self._calls[at].items() if one in rows}:
            called = max(calls, key=lambda one: (calls[one].total(), -rows[one].rank[0], -one))
            samples = calls[called].total()
            least = max(_LEAST_OF_CALLER * self._on_stack[at].count, _LEAST_OF_ALL * self.total)
            if samples < least:
                break
            lines = [*calls[called]]
            line = lines[0] if len(lines) == 1 and lines[0] >= 0 else None
            steps.append(HeavyCall(rows.pop(called), line, 0))
            at = called
        return self._shortened(steps)

    def _shortened(self, steps: Sequence[HeavyCall]) -> list[HeavyCall]:
        """Leaves out methods that hand on their time, and the middle of a long row."""
        kept = [
            at
            for at, step in enumerate(steps)
            if at in (0, len(steps) - 1) or not self._is_handed_on(step, steps[at + 1])
        ]
        if len(kept) > _MOST_STEPS:
            kept = kept[: _MOST_STEPS // 2] + kept[-_MOST_STEPS // 2 :]
        found = []
        for before, at in pairwise((-1, *kept)):
            skipped = at - before - 1
            found.append(HeavyCall(steps[at].row, None if skipped else steps[at].line, skipped))
        return found

    def _is_handed_on(self, caller: HeavyCall, called: HeavyCall) -> bool:
        of_caller, of_called = self._on_stack[caller.row.method], self._on_stack[called.row.method]
        return of_called.count >= _HANDED_ON * of_caller.count and (
            _library(of_caller) == _library(of_called)
        )

    @cached_property
    def _calls(self) -> dict[int, dict[int, Counter[int]]]:
        """The samples of each call, by the caller, the called method and the line of the call."""
        found: dict[int, dict[int, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        by_name = self._profile.method_rows.by_name
        for call in self.samples.calls or ():
            place = call.place
            callers = by_name.get((place.class_name, place.name, place.descriptor), [])
            called = by_name.get((call.class_name, call.name, call.descriptor), [])
            if len(callers) == len(called) == 1:
                found[callers[0]][called[0]][place.line] += place.count
        return found

    @property
    def numbers(self) -> list[int]:
        """The numbers of the methods in ``methods``."""
        return [row.method for row in self.methods]

    @cached_property
    def methods(self) -> list[TimeShare]:
        """The methods that executed bytecodes, have samples, or are on the stack of a sample.

        They are ordered by ``rank``. Inclusive shares don't affect the order, because they would
        put the methods at the bottom of all stacks first.
        """
        costs, inclusive = self._costs.of_methods, self._inclusive or {}
        counted = [n for n in self._profile.method_rows.numbers.tolist() if self._is_counted(n)]
        return _ranked(self._row(n, None, int(costs[n]), inclusive.get(n)) for n in counted)

    @cached_property
    def loops(self) -> list[TimeShare]:
        """The loops that have samples or executed bytecodes, ordered by ``rank``."""
        costs = loop_costs(self._profile)
        entries = zip(
            costs.methods.tolist(), costs.numbers.tolist(), costs.costs.tolist(), strict=True
        )
        return _ranked(
            self._row(method, loop, cost)
            for method, loop, cost in entries
            if self._is_counted(method)
        )

    @cached_property
    def outside_loops(self) -> list[TimeShare]:
        """The code outside loops of each method with loops, ordered by ``rank``.

        Code that neither has samples nor executed bytecodes is left out.
        """
        in_loops: Counter[int] = Counter()
        for row in self.loops:
            in_loops[row.method] += row.bytecodes
        return _ranked(
            self._row(method, OUTSIDE_LOOPS, int(self._costs.of_methods[method]) - inside)
            for method, inside in in_loops.items()
        )

    def row_outside_loops(self, method: int) -> TimeShare | None:
        """Returns the row of ``outside_loops`` about a method, or None if there is no such row."""
        return self._by_method.get(method)

    @cached_property
    def _by_method(self) -> dict[int, TimeShare]:
        return {row.method: row for row in self.outside_loops}

    def row_of_loop(self, method: int, loop: int) -> TimeShare | None:
        """Returns the row of ``loops`` about a loop, or None if there is no such row."""
        return self._by_loop.get((method, loop))

    @cached_property
    def _by_loop(self) -> dict[tuple[int, int | None], TimeShare]:
        return {(row.method, row.loop): row for row in self.loops}

    @property
    def disagreeing(self) -> list[TimeShare]:
        """The methods and loops whose share of time differs much from their share of bytecodes.

        Those with the greatest difference come first. A loop is left out if its method differs in
        the same direction, because the method's row already says so. It is also left out if other
        loops of its nest even out the difference: the JVM often assigns samples of compiled code to
        a neighbouring loop.
        """
        methods = [row for row in self.methods if row.difference]
        told = {(row.method, row.difference) for row in methods}
        loops = [row for row in self.loops if row.difference]
        found = methods + [
            row
            for row in loops
            if (row.method, row.difference) not in told and not self._is_evened_out(row)
        ]
        return sorted(
            found, key=lambda row: (-abs((row.share or 0) - row.bytecode_share), row.rank)
        )

    def _is_evened_out(self, loop: TimeShare) -> bool:
        """Returns whether other loops of a loop's nest even out the loop's difference.

        A nest is an outermost loop with all loops inside it.
        """
        nest = [row for row in self.loops if self._nest_of(row) == self._nest_of(loop)]
        if not {row.difference for row in nest} - {loop.difference, None}:
            return False
        samples, bytecodes = (
            sum(getattr(row, name) for row in nest) for name in ("samples", "bytecodes")
        )
        whole = structs.replace(
            loop,
            samples=samples,
            share=samples / self.counted,
            interval=wilson(samples, self.counted),
            bytecodes=bytecodes,
            bytecode_share=bytecodes / max(self._costs.total, 1),
            instructions=sum(row.instructions for row in nest),
        )
        return whole.difference != loop.difference

    def _nest_of(self, row: TimeShare) -> tuple[int, int]:
        """Returns a loop's method, and the outermost loop around it."""
        loops, loop = self._profile.code(row.method).loops, row.loop
        assert loop is not None
        while loops[loop].parent >= 0:
            loop = loops[loop].parent
        return row.method, loop

    def of_methods(self, methods: Iterable[int]) -> list[int]:
        """Returns the number of samples in each of the given methods."""
        return [self._attributed.of_methods[method] for method in methods]

    def of_loops(self, loops: Iterable[tuple[int, int]]) -> list[int]:
        """Returns the number of samples in each given loop, without those in inner loops.

        Each loop is given as (method, loop).
        """
        return [self._attributed.of_loops[pair] for pair in loops]

    def _row(
        self,
        method: int,
        loop: int | None,
        bytecodes: int,
        inclusive: InclusiveShare | None = None,
    ) -> TimeShare:
        """Returns the row of a method or of a part of it, which executed ``bytecodes``."""
        counted, total, has_stacks = self.counted, self.total, self.samples.below is not None
        part, own, led = (method, loop), self._attributed, self._below
        if loop is None:
            samples, below = own.of_methods[method], led.of_methods[method]
        else:
            samples, below = own.of_loops[method, loop], led.of_loops[method, loop]
        return TimeShare(
            method, loop, samples, samples / counted if counted else None,
            wilson(samples, counted), bytecodes, bytecodes / max(self._costs.total, 1),
            self.is_few, samples / total if total else None, below if has_stacks else None,
            (samples + below) / total if has_stacks and total else None, own.instructions[part],
            inclusive, wilson(samples + below, total),
            _lines(own.lines.get(part, {}), led.lines.get(part, {})),
        )  # fmt: skip

    @cached_property
    def _inclusive(self) -> dict[int, InclusiveShare] | None:
        """The inclusive shares by method; None if stacks weren't searched for methods.

        A method of several versions has none: JFR doesn't say which of them is on the stack.
        """
        partial = self.samples.partial
        if self.samples.on_stack is None or partial is None:
            return None
        found: dict[int, InclusiveShare] = {}
        for numbers in self._profile.method_rows.by_name.values():
            if len(numbers) == 1:
                one = self._on_stack.get(numbers[0])
                samples, of_partial = (0, 0) if one is None else (one.count, one.partial)
                # If one frame of the method is known, it doesn't matter which frames are missing.
                most = samples + partial - of_partial
                found[numbers[0]] = InclusiveShare.of(samples, most, self.total)
        return found

    @cached_property
    def _on_stack(self) -> dict[int, StackedMethod]:
        """The methods on stacks; methods of several versions are left out."""
        found = {}
        for one in self.samples.on_stack or ():
            name = one.class_name, one.name, one.descriptor
            numbers = self._profile.method_rows.by_name.get(name, [])
            if len(numbers) == 1:
                found[numbers[0]] = one
        return found

    @cached_property
    def _costs(self) -> Costs:
        return Costs(self._profile)

    def _is_counted(self, method: int) -> bool:
        return has_counted_bytecodes(self._profile.method_rows.row(method))

    @cached_property
    def _attributed(self) -> _Attributed:
        return self._attribute(self.samples.places)

    @cached_property
    def _below(self) -> _Attributed:
        return self._attribute(self.samples.below or ())

    def _attribute(self, places: Iterable[SampledPlace]) -> _Attributed:
        rows = self._profile.method_rows
        found = _Attributed()
        nests: dict[int, LoopNest] = {}
        for place in places:
            numbers = rows.by_name.get((place.class_name, place.name, place.descriptor), [])
            if len(numbers) > 1:
                found.several_versions += place.count
            elif numbers and self._is_counted(numbers[0]):
                (method,) = numbers
                found.of_methods[method] += place.count
                found.add(method, None, place)
                code = self._profile.code(method)
                if method not in nests:
                    nests[method] = LoopNest(code, rows.row(method))
                loop = innermost_loop(code, nests[method], place)
                if loop is not None:
                    found.of_loops[method, loop] += place.count
                    found.add(method, loop, place)
            else:
                found.elsewhere[place.class_name, place.name] += place.count
        return found


@dataclass
class _Attributed:
    of_methods: Counter[int] = field(default_factory=Counter)
    #: By method and loop; the number OUTSIDE_LOOPS stands for the code outside the method's loops.
    of_loops: Counter[tuple[int, int]] = field(default_factory=Counter)
    elsewhere: Counter[tuple[str, str]] = field(default_factory=Counter)
    #: The number of instructions with samples, of each method and of each of its parts.
    instructions: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    #: The samples of each method and of each of its parts, by the class file's lines.
    lines: defaultdict[tuple[int, int | None], Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    several_versions: int = 0

    def add(self, method: int, loop: int | None, place: SampledPlace) -> None:
        """Notes where the samples of a method, or of a part of it, are."""
        self.instructions[method, loop] += 1
        if place.line >= 0:
            self.lines[method, loop][place.line] += place.count


def _lines(own: Mapping[int, int], below: Mapping[int, int]) -> tuple[SampledLine, ...]:
    rows = [(line, own.get(line, 0), below.get(line, 0)) for line in own.keys() | below.keys()]
    rows.sort(key=lambda row: (-row[1] - row[2], row[0]))
    return tuple(SampledLine(*row) for row in rows)


def has_counted_bytecodes(row: Mapping[str, Any]) -> bool:
    """Returns whether the bytecodes of a method, given by its row in ``methods``, are counted."""
    return bool(row["rung"] != ENTRY_RUNG and row["mode"] != PATH_WINDOWS_MODE)


def counted_methods(profile: Profile) -> set[tuple[str, str, str]]:
    """Returns the class, name and descriptor of each method whose bytecodes are counted.

    A method with several versions is included only if the bytecodes of each version are counted.
    """
    rows = profile.method_rows
    return {
        name
        for name, numbers in rows.by_name.items()
        if all(has_counted_bytecodes(rows.row(number)) for number in numbers)
    }


def innermost_loop(code: MethodCode, nest: LoopNest, place: SampledPlace) -> int | None:
    """Returns the innermost loop around a sampled instruction, or OUTSIDE_LOOPS; None if unknown.

    Several blocks may fit the sample: copies of a subroutine's block have the same offsets, and a
    sample may have a line but no offset. The result isn't known if no block fits, or if the blocks
    don't have the same innermost loop.
    """
    if place.offset >= 0:
        blocks = [
            block
            for block, (first, last) in enumerate(code.offsets)
            if first <= place.offset <= last
        ]
    elif place.line >= 0:
        blocks = [
            block for block in range(len(code.offsets)) if place.line in code.lines.of_block(block)
        ]
    else:
        blocks = []
    loops = {int(nest.innermost[block]) for block in blocks}
    return loops.pop() if len(loops) == 1 else None


def _package(class_name: str) -> tuple[str, ...]:
    return tuple(class_name.split("/")[:-1])


def _library(method: StackedMethod) -> tuple[str, ...]:
    """Returns the first names of the package of a method's class."""
    return _package(method.class_name)[:_LEAST_NAMES]


def _package_of_most(counts: Counter[tuple[str, ...]]) -> tuple[tuple[str, ...], int] | None:
    """Returns the package with the most samples, and the number of these samples.

    A package's samples include those of its inner packages. The package's name has at least two
    parts, because ``com`` alone says nothing. As long as one inner package has most of the chosen
    package's samples, the inner package is chosen instead.
    """
    chosen: tuple[str, ...] = ()
    samples = counts.total()
    while True:
        inner: Counter[tuple[str, ...]] = Counter()
        for package, count in counts.items():
            if package[: len(chosen)] == chosen and len(package) > len(chosen):
                inner[package[: len(chosen) + 1]] += count
        most, count = max(inner.items(), key=lambda one: (one[1], one[0]), default=((), 0))
        if not count or (len(chosen) >= _LEAST_NAMES and count < _MOST_OF_ITS_SAMPLES * samples):
            return (chosen, samples) if len(chosen) >= _LEAST_NAMES else None
        chosen, samples = most, count


def _ranked(rows: Iterable[TimeShare]) -> list[TimeShare]:
    return sorted((row for row in rows if _has_any(row)), key=lambda row: row.rank)


def _has_any(row: TimeShare) -> bool:
    is_on_stack = row.inclusive is not None and row.inclusive.samples > 0
    return row.samples > 0 or row.bytecodes > 0 or is_on_stack

"""Checks the distribution of iterations per entry against walks, block by block."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, product
from operator import le
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders.looping import Activation, LoopingProgram, profile_of, random_program
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.wild_walks import WalkedMethod, number_of, spec_of, walked_method
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry, Percentile
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.writer import write_profile

seeds = st.integers(0, 2**32)


#: The last block in a loop, and the block that ran next (None at an exit, or if it isn't known).
_Exit = tuple[int, int | None]


@dataclass(frozen=True)
class Ran:
    """A completed path, and the block to which the walk went after it (None at an exit)."""

    blocks: tuple[int, ...]
    start: str
    end: str
    went_to: int | None


@dataclass
class Slow:
    """A loop's entries, counted by brute force.

    The first k paths of each entry are looked at. ``known``, ``longer`` and ``unfinished`` count
    entries by the number of iterations in these paths. ``known`` has the entries whose end is in
    these paths. ``unfinished`` has the entries whose sequence breaks off before k paths. ``longer``
    has all other entries. ``longer_total`` is the number of iterations that the longer entries
    really made, and ``longer_unfinished`` is the number of longer entries whose end isn't in the
    sequence. ``exits`` counts the ``known`` entries by where they left the loop: the number of
    iterations, the path's blocks, the last block in the loop, and the next block if it is known.
    """

    known: Counter[int] = field(default_factory=Counter)
    longer: Counter[int] = field(default_factory=Counter)
    unfinished: Counter[int] = field(default_factory=Counter)
    longer_total: int = 0
    longer_unfinished: int = 0
    exits: Counter[tuple[int, tuple[int, ...], int, int | None]] = field(default_factory=Counter)
    #: The ``known`` entries that took a back edge.
    went_round: int = 0
    #: The longer entries, by the number of iterations that they began in their first k paths.
    longer_begun: Counter[int] = field(default_factory=Counter)
    #: The longer entries, by the number of iterations that they really made.
    whole: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True)
class SlowLoop:
    """A loop of a program, with the sequences that ran.

    ``ends`` has the blocks that may come after a path, by the kind of the path's end and by the
    path's last block.
    """

    program: LoopingProgram
    header: int
    ends: dict[tuple[str, int], set[int]]
    sequences: list[list[Ran]]

    @property
    def body(self) -> set[int]:
        return self.program.bodies()[self.header]

    def counted(self, k: int) -> Slow:
        found, body, test = Slow(), self.body, self.program.test(self.header)
        for sequence in self.sequences:
            for at, start in self._entries(sequence):
                made, after, left = self._followed(sequence, at, start, k, body, test)
                if left is not None:
                    found.known[made] += 1
                    found.exits[(made, sequence[after].blocks, *left)] += 1
                    found.went_round += made > (left[0] not in test)
                elif after - at < k:
                    found.unfinished[made] += 1
                else:
                    found.longer[made] += 1
                    begun, *_ = self._followed(sequence, at, start, k, body, test, begun=True)
                    found.longer_begun[begun] += 1
                    whole, _, ends = self._followed(sequence, at, start, 1 << 30, body, test)
                    found.longer_total += whole
                    found.whole[whole] += 1
                    found.longer_unfinished += ends is None
        return found

    def _entries(self, sequence: list[Ran]) -> Iterator[tuple[int, int]]:
        """Yields each entry: the index of the path that enters, and the header's place in the path.

        If the edge that ends the path enters the loop, the place is the one after the path's last
        block.
        """
        for at, path in enumerate(sequence):
            for place, block in enumerate(path.blocks):
                is_inner = place > 0 or path.start in ("entry", "handler")
                if block == self.header and is_inner:
                    yield at, place
            is_back = (path.blocks[-1], self.header) in self.program.back_edges
            if path.went_to == self.header and not is_back:
                ways = self.ends[path.end, path.blocks[-1]]
                if at + 1 < len(sequence) or ways == {self.header}:
                    yield at, len(path.blocks)

    def _ended(
        self, path: Ran, body: Collection[int], test: Collection[int], *, is_followed: bool
    ) -> tuple[int, _Exit | None] | None:
        """Returns how many iterations a path's end completes, and where the loop is surely left.

        Returns None if the walk stays in the loop and its next path is followed.
        """
        last = path.blocks[-1]
        if path.end == "exit":
            return 1, (last, None)
        ways = self.ends[path.end, last]
        if not ways & set(body):
            return int(last not in test), (last, min(ways) if len(ways) == 1 else None)
        if is_followed and path.went_to not in body:
            return int(last not in test), (last, path.went_to)
        if is_followed:
            return None
        gains = [to == self.header or (to not in body and last not in test) for to in ways]
        return int(min(gains)), None

    def _followed(
        self,
        sequence: list[Ran],
        at: int,
        start: int,
        k: int,
        body: Collection[int],
        test: Collection[int],
        *,
        begun: bool = False,
    ) -> tuple[int, int, _Exit | None]:
        """Returns the iteration count, a path's index, and where the loop was certainly left.

        With ``begun``, an iteration under way at the end of the last path that was followed counts.
        The path is the one in which the loop was left, or else the first one that wasn't followed.
        """
        made = 0
        for number in range(at, min(at + k, len(sequence))):
            path = sequence[number]
            blocks = path.blocks[start:] if number == at else path.blocks
            is_led_in = number == at + 1 and start == len(sequence[at].blocks)
            if number > at and path.blocks[0] == self.header and not is_led_in:
                made += 1
            for left, block in pairwise(blocks):
                if block not in body:
                    return made + (left not in test), number, (left, block)
            is_followed = number + 1 < min(at + k, len(sequence))
            if blocks or not is_followed:
                ended = self._ended(path, body, test, is_followed=is_followed)
                if ended is not None:
                    more, exited = ended if blocks else (0, None)
                    if begun and exited is None and blocks:
                        more = int(blocks[-1] not in test)
                    return made + more, number + (exited is None), exited
        raise AssertionError("a walk goes through at least one path")


def sequence_of(activation: Activation) -> list[Ran]:
    """Returns the completed paths of an activation without handlers."""
    (sequence,) = activation.sequences
    gone, found = 0, []
    for path in sequence:
        gone += len(path.blocks)
        went_to = activation.steps[gone][2] if gone < len(activation.steps) else None
        found.append(Ran(path.blocks, path.start, path.end, went_to))
    return found


def ends_of(program: LoopingProgram) -> dict[tuple[str, int], set[int]]:
    """Returns the blocks that may follow a path, by the kind of its end and by its last block."""
    method = program.method
    inner = {(a, b) for a, b, _ in method.edges}
    found: dict[tuple[str, int], set[int]] = {}
    for a, targets in program.ordinary.items():
        for b in targets:
            if (a, b) not in inner:
                kind = "cut" if (a, b) in method.cuts else "loop"
                found.setdefault((kind, a), set()).add(b)
    return found


def is_natural(program: LoopingProgram, header: int) -> bool:
    """Returns whether a loop is natural.

    All edges into a natural loop lead to its header, and all edges from inside the loop to the
    header are back edges.
    """
    body = program.bodies()[header]
    edges = {(a, b) for a, targets in program.ordinary.items() for b in targets}
    return (0 not in body or header == 0) and all(
        (a in body) == ((a, b) in program.back_edges) if b == header else a in body
        for a, b in edges
        if b in body
    )


def check(row: LoopRow, slow: Slow, k: int, code: MethodCode) -> None:
    """Compares a loop's row with what brute force found in windows of k paths."""
    found = row.per_entry
    assert found is not None
    assert found.k == k
    # If no path of the loop's only entry was completed, the entry is inferred.
    inferred = (found.entries, row.entries, row.entries_most) == (0, 1, 1)
    assert row.entries == found.entries or inferred
    longer = Counter(dict(found.longer))
    assert dict(found.known) == slow.known
    exits: Counter[tuple[int, tuple[int, ...], int, int | None]] = Counter()
    for one in found.exits:
        exits[one.iterations, code.decode(one.path).blocks, one.block, one.target] += one.entries
    assert exits == slow.exits
    assert found.went_round == slow.went_round
    if k > 1:
        assert dict(found.unfinished) == slow.unfinished
        # An entry that is known to have left the loop ended each iteration that it began.
        assert longer == (slow.longer_begun if found.longer_unfinished == 0 else slow.longer)
    else:
        # If several blocks can follow a path's end, single paths don't show whether the loop was
        # entered there.
        assert not found.unfinished
        assert longer.total() == found.entries - slow.known.total()
    if found.longer_unfinished == 0:
        least = sorted(longer.elements())
        assert all(map(le, least, sorted(slow.whole.elements())))
    if found.longer_total is not None and longer.total() == slow.longer.total():
        assert found.longer_total == slow.longer_total
        assert found.longer_unfinished == slow.longer_unfinished
    if k > 1 and found.entries and not slow.longer_unfinished and not slow.unfinished:
        # Each percentile of the iterations that were really made lies within its bounds.
        made = sorted((slow.known + slow.whole).elements())
        for percent in (50, 90, 99):
            bounds = found.percentile(percent)
            assert bounds is not None
            true = made[-(-percent * len(made) // 100) - 1]
            assert bounds.least <= true <= (true if bounds.most is None else bounds.most)


@given(seeds, st.integers(1, 8), st.sampled_from([0.0, 0.02]))
@example(0, 1, 0.0)
@example(135, 1, 0.0)
def test_by_brute_force(seed: int, k: int, exceptions: float) -> None:
    """Tries programs with nested loops, irreducible loops, and loops with several exits.

    Paths end at back edges or at headers, and some activations never end.
    """
    program = random_program(seed, exceptions=exceptions)
    shorter = max(k - 2, 1)
    with profile_of(program, k) as profile:
        found = {k: loop_rows(profile, 0), shorter: loop_rows(profile, 0, k=shorter)}
        code = profile.code(0)
    sequences, ends = [*map(sequence_of, program.activations)], ends_of(program)
    for length, rows in found.items():
        for row in rows:
            if not is_natural(program, row.header):
                assert row.per_entry is None
                continue
            check(row, SlowLoop(program, row.header, ends, sequences).counted(length), length, code)
            assert row.per_entry is not None
            if k > 1 and row.missing == 0:
                assert row.per_entry.longer_total is not None
                # No entry or iteration is missing, but each path that was cut off in the loop may
                # have been the last one of a longer entry.
                assert row.per_entry.longer_unfinished <= row.ran_inside


def of_walks(method: WalkedMethod) -> LoopingProgram:
    """Returns a program that has a walked method's graph and nothing else."""
    ordinary = {block: set(targets) for block, targets in enumerate(method.successors)}
    nothing = MethodSpec("", "", "", [], [], [], [], 0)
    return LoopingProgram(nothing, ordinary, method.back, irreducible=False, activations=[])


def stored(tmp_path: Path, builder: RecordingBuilder, **run: Any) -> Profile:
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run(**run))
    return Profile.open(tmp_path / "it.kpath")


def profile_of_walks(directory: Path, method: WalkedMethod, k: int) -> Profile:
    """Returns the profile of a walked method. A sequence without an exit ends with an exception."""
    builder = RecordingBuilder(k=k)
    spec = builder.add(spec_of(method))
    for sequence in method.sequences:
        builder.stream(spec, [number_of(spec, walked) for walked in sequence])
    exits = sum(walked.end == "exit" for sequence in method.sequences for walked in sequence)
    entries = len(method.sequences)
    builder.auxiliary(spec, entries=entries, escapes=entries - exits)
    return stored(directory, builder)


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_the_distribution_is_right_if_handlers_break_sequences(cut: str, tmp_path: Path) -> None:
    loops, exact, attributed = 0, 0, 0
    for seed in range(160):
        method = walked_method(seed, cut=cut)
        if method is None:
            continue
        program = of_walks(method)
        sequences = [
            [Ran(tuple(one.blocks), one.start, one.end, one.went_to) for one in sequence]
            for sequence in method.sequences
        ]
        ends = {
            (kind, block): method.ways(block, kind) for (block, _), kind in method.kinds.items()
        }
        # For some paths, a profile doesn't list the blocks that may come next. Then only the next
        # path shows where the walk went.
        followed = {one.blocks[-1] for some in sequences for one in some[:-1]}
        for kind, block in ends:
            is_latch = any(block == latch for latch, _ in method.back)
            is_listed = len(set(method.successors[block])) > 1 or is_latch or kind == "cut"
            if not is_listed and block not in followed:
                ends[kind, block] = set(method.loops)
        directory = tmp_path / str(seed)
        directory.mkdir()
        k = 2 + seed % 5
        profile = profile_of_walks(directory, method, k)
        for row in loop_rows(profile, 0):
            slow = SlowLoop(program, row.header, ends, sequences).counted(k)
            check(row, slow, k, profile.code(0))
            assert row.per_entry is not None
            loops += 1
            exact += len(row.per_entry.known) > 1
            attributed += bool(row.per_entry.longer_total)
    assert min(loops, exact, attributed) > 10


def of_figure_3(tmp_path: Path, lengths: Counter[int], k: int = 4, **run: Any) -> LoopRow:
    """Returns the row of figure_3()'s loop. ``lengths`` counts entries by number of iterations."""
    builder = RecordingBuilder(k=k)
    spec = builder.add(figure_3())
    for length, times in lengths.items():
        paths = [6, *[0] * (length - 2), 3] if length > 1 else [7]
        builder.stream(spec, paths, times=times)
    builder.auxiliary(spec, entries=lengths.total())
    (row,) = loop_rows(stored(tmp_path, builder, **run), 0)
    return row


@pytest.mark.parametrize("k", [2, 4, 8, 9])
def test_a_larger_k_shows_which_entries_made_few_iterations(tmp_path: Path, k: int) -> None:
    lengths = Counter({1: 3, 3: 2, 7: 5, 8: 4, 9: 6, 10: 1, 30: 2})
    found = of_figure_3(tmp_path, lengths, k=k).per_entry
    assert found is not None
    larger = found.k_that_shows(8)
    if k == 9:
        assert larger is None
        return
    assert larger == 9
    (tmp_path / "larger").mkdir()
    enough = of_figure_3(tmp_path / "larger", lengths, k=larger).per_entry
    assert enough is not None
    assert {made: count for made, count in enough.known if made <= 8} == {
        made: count for made, count in lengths.items() if made <= 8
    }
    assert all(made > 8 for made, _ in enough.longer)
    # The largest k is 64.
    assert found.k_that_shows(63) == 64
    assert found.k_that_shows(64) is None


def test_the_distribution_shows_when_a_mean_says_little(tmp_path: Path) -> None:
    """Most entries make 2 iterations, and a few make 500. No entry is near the mean."""
    row = of_figure_3(tmp_path, Counter({2: 90, 3: 6, 500: 4}))
    found = row.per_entry
    assert found is not None
    assert row.mean_iterations == pytest.approx(21.98)
    assert found.known == ((2, 90), (3, 6))
    assert (found.longer, found.unfinished) == (((4, 4),), ())
    assert (found.longer_mean, found.longer_unfinished) == (500, 0)
    assert found.percentile(50) == Percentile(50, 2, 2)
    assert found.percentile(96) == Percentile(96, 3, 3)
    # The four longer entries made 2,000 iterations in all, and each made at least 4.
    assert found.percentile(97) == Percentile(97, 4, 500)
    assert found.percentile(98) == Percentile(98, 4, 4 + (2_000 - 4 * 4) // 3)
    assert found.percentile(100) == Percentile(100, 4, 2_000 - 3 * 4)
    assert [found.possibly(least) for least in (2, 3, 4, 5, 500)] == [100, 10, 4, 4, 4]
    assert (found.exactly(2), found.exactly(4)) == (90, 0)


def test_with_k_1_only_entries_of_one_path_are_exact(tmp_path: Path) -> None:
    row = of_figure_3(tmp_path, Counter({1: 7, 20: 3}), k=1)
    found = row.per_entry
    assert found is not None
    assert (found.known, found.longer) == (((1, 7),), ((1, 3),))
    assert found.longer_mean == 20
    assert found.percentile(70) == Percentile(70, 1, 1)
    assert found.percentile(90) == Percentile(90, 1, 1 + (60 - 3) // 2)


def test_inline_profilers_leave_the_longer_entries_open(tmp_path: Path) -> None:
    """Without a count of abandoned paths, it isn't known how long the longer entries were."""
    row = of_figure_3(tmp_path, Counter({1: 7, 20: 3}), k=1, inline=INLINE)
    found = row.per_entry
    assert row.missing is None
    assert found is not None
    assert (found.known, found.longer) == (((1, 7),), ((1, 3),))
    assert (found.longer_total, found.longer_mean, found.longer_unfinished) == (None,) * 3


def test_a_percentile_lies_between_bounds() -> None:
    """An entry that wasn't seen to end may have made any number of iterations beyond those seen."""
    found = IterationsPerEntry(4, ((2, 50), (6, 30)), ((3, 10),), ((0, 10),), None, None)
    assert found.entries == 100
    assert found.percentile(10) == Percentile(10, 0, 2)
    assert found.percentile(60) == Percentile(60, 2, 6)
    assert found.percentile(90) == Percentile(90, 6, None)
    assert (found.longer_mean, found.longer_entries, found.unfinished_entries) == (None, 10, 10)
    assert IterationsPerEntry(4, (), (), (), 0, 0).percentile(50) is None


counts = st.dictionaries(st.integers(0, 4), st.integers(1, 2), max_size=2)


@given(counts, counts, st.integers(0, 6), st.integers(0, 2), counts)
def test_the_upper_bound_of_a_percentile_is_tight(
    known: dict[int, int], longer: dict[int, int], rest: int, cut: int, unfinished: dict[int, int]
) -> None:
    """Tries every way to share the known total of iterations among the longer entries."""
    ended = sum(longer.values())
    cut = min(cut, ended)
    total = rest + sum(made * entries for made, entries in longer.items())
    found = IterationsPerEntry(
        9, *(tuple(sorted(some.items())) for some in (known, longer, unfinished)), total, cut
    )
    # No entry that ended can have 99 iterations, so 99 stands for an unlimited number.
    endless = 99
    seen = [made for made, entries in longer.items() for _ in range(entries)]
    sure = [made for made, entries in known.items() for _ in range(entries)]
    sure += [endless] * sum(unfinished.values())
    possible = []
    for unended in combinations(range(len(seen)), cut):
        limits = [range(1) if at in unended else range(rest + 1) for at in range(len(seen))]
        for extra in product(*limits):
            if sum(extra) == rest or (cut and sum(extra) < rest):
                made = [
                    endless if at in unended else one + more
                    for at, (one, more) in enumerate(zip(seen, extra, strict=True))
                ]
                possible.append(sorted(sure + made))
    for percent in (10, 50, 75, 90, 99):
        one = found.percentile(percent)
        if one is None:
            assert not found.entries
        elif possible:
            true = [some[-(-percent * len(some) // 100) - 1] for some in possible]
            assert one.least <= min(true)
            assert one.most == (None if max(true) == endless else max(true))


def test_an_entry_whose_activation_was_cut_off_is_not_exact(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    spec = builder.add(figure_3(counters=("entries", "escapes")))
    # An exception ends the second activation after two iterations, and the third after nine.
    builder.stream(spec, [6, 0, 3], [6, 0], [6, *[0] * 8])
    builder.auxiliary(spec, entries=3, escapes=2)
    (row,) = loop_rows(stored(tmp_path, builder), 0)
    found = row.per_entry
    assert found is not None
    assert (found.known, found.longer, found.unfinished) == (((3, 1),), ((4, 1),), ((2, 1),))
    assert (found.longer_total, found.longer_unfinished) == (9, 1)


def test_repeats_that_are_counted_apart_change_nothing(tmp_path: Path) -> None:
    """In one profile, the loop's trips after the first k + 1 are in a counter, not streamed."""
    rows = []
    for is_apart in (False, True):
        builder = RecordingBuilder(k=3)
        spec = builder.add(figure_3(repeats=(0,)))
        for length in (1, 2, 3, 4, 9, 40):
            apart = max(length - 4, 0) if is_apart else 0
            builder.stream(spec, [6, *[0] * (length - apart), 3])
            if apart:
                builder.count(spec, 0, apart)
        builder.auxiliary(spec, entries=6)
        directory = tmp_path / str(is_apart)
        directory.mkdir()
        rows += loop_rows(stored(directory, builder), 0)
    assert rows[0] == rows[1]
    found = rows[0].per_entry
    assert found is not None
    assert (found.known, found.longer) == (((3, 1),), ((3, 5),))
    assert found.longer_total == sum(length + 2 for length in (2, 3, 4, 9, 40))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60), st.integers(1, 9), st.integers(1, 9))
def test_the_share_in_whole_groups_is_within_its_bounds(made: list[int], k: int, size: int) -> None:
    known = Counter(one for one in made if one < k)
    longer = [one for one in made if one >= k]
    found = IterationsPerEntry(
        k, tuple(sorted(known.items())), ((k, len(longer)),) if longer else (), (), sum(longer), 0
    )
    bounds = found.in_groups(size)
    if not sum(made):
        assert bounds is None
        return
    assert bounds is not None
    share = sum(one // size * size for one in made) / sum(made)
    assert bounds[0] - 1e-12 <= share <= bounds[1] + 1e-12
    if not longer:
        assert bounds[0] == bounds[1]
    assert replace(found, longer_total=None).in_groups(size) is None


def test_the_total_gives_a_single_entry_s_iterations(tmp_path: Path) -> None:
    found = of_figure_3(tmp_path, Counter({500: 1})).per_entry
    assert found is not None
    assert found.longer == ((4, 1),)
    assert found.percentile(50) == Percentile(50, 500, 500)
    assert (found.possibly(500), found.possibly(501)) == (1, 0)


def test_the_total_may_show_that_entries_made_no_further_iterations() -> None:
    found = IterationsPerEntry(8, ((2, 3),), ((8, 5),), (), 40, 0)
    assert found.percentile(90) == Percentile(90, 8, 8)
    for total, cut, most in ((41, 0, 9), (40, 1, None), (None, None, None)):
        other = IterationsPerEntry(8, ((2, 3),), ((8, 5),), (), total, cut)
        assert other.percentile(90) == Percentile(90, 8, most)

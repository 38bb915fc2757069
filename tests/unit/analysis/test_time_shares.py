"""Tests the shares of time that methods and loops have in a profile's samples."""

import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from builders.methods import figure_3
from builders.nested import nested, nested_profile
from builders.recordings import RecordingBuilder, demo_run
from builders.timed import add_samples, sampled, samples, stacked
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.sampled.bootstrap import ShareInterval
from kpath_jvm.analysis.time_shares import (
    FEW_SAMPLES,
    InclusiveShare,
    TimeShare,
    TimeShares,
    wilson,
)
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.time_samples import SampledCall, SampledPlace

NESTED = ("demo/Nested", "run", "()V")
FIGURE = ("demo/Figure3", "run", "(I)V")
ELSEWHERE = (
    ("demo/Nested", "run", "(I)V"),
    ("demo/Nested$1", "run", "()V"),
    ("demo/Nested$$Lambda$14/0x0000000800c03000", "run", "()V"),
    ("demo/Nested$$Lambda+0x00007f1c", "run", "()V"),
    ("java/lang/Math", "max", "(II)I"),
)


def _title(profile: Profile, name: tuple[str, str, str]) -> int:
    rows = profile.method_rows
    for number, own in zip(rows.numbers.tolist(), rows.tuples(("class", "name", "descriptor")),
                           strict=True):  # fmt: skip
        if own == name:
            return int(number)
    raise AssertionError(name)


def _smallest_loop(profile: Profile, method: int, offset: int) -> int | None:
    """Returns the smallest loop that has code at the offset, found without LoopNest."""
    code = profile.code(method)
    inside = [
        (len(loop.blocks), number)
        for number, loop in enumerate(code.loops)
        if any(code.offsets[block][0] <= offset <= code.offsets[block][1] for block in loop.blocks)
    ]
    return min(inside)[1] if inside else None


@pytest.mark.parametrize("seed", range(8))
def test_samples_in_other_code_are_attributed_to_their_callers(tmp_path: Path, seed: int) -> None:
    random, profile = Random(seed), nested_profile(tmp_path)
    own = [sampled(*random.choice((NESTED, FIGURE)), random.randrange(12), 3) for _ in range(9)]
    below = [sampled(*random.choice((NESTED, FIGURE)), random.randrange(12), 2) for _ in range(40)]
    places = [*own, sampled(*ELSEWHERE[-1], 0, 2 * len(below) + 7)]
    found = TimeShares(profile, samples(*places, below=tuple(below)))
    assert (found.below, found.elsewhere) == (80, 87)
    methods: Counter[int] = Counter()
    loops: Counter[tuple[int, int | None]] = Counter()
    for place in below:
        method = _title(profile, (place.class_name, place.name, place.descriptor))
        methods[method] += 2
        loops[method, _smallest_loop(profile, method, place.offset)] += 2
    assert dict(found.most_below) == methods
    for row in (*found.methods, *found.loops):
        more = methods[row.method] if row.loop is None else loops[row.method, row.loop]
        assert row.samples_below == more
        assert row.share_with_below == (row.samples + more) / (27 + 87)
    for rows in (found.methods, found.loops):
        shares = [row.share_with_below for row in rows if row.share_with_below is not None]
        assert shares == sorted(shares, reverse=True)
        assert [row.interval_of_all for row in rows] == [
            wilson(row.samples + (row.samples_below or 0), 27 + 87) for row in rows
        ]
    without = TimeShares(profile, samples(*places))
    assert without.below is None
    assert {row.share_with_below for row in (*without.methods, *without.loops)} == {None}
    assert [row.interval_of_all for row in without.methods] == [
        wilson(row.samples, 27 + 87) for row in without.methods
    ]


@pytest.mark.parametrize("seed", range(8))
def test_samples_are_attributed_as_by_brute_force(tmp_path: Path, seed: int) -> None:
    random, profile = Random(seed), nested_profile(tmp_path)
    places = []
    for _ in range(200):
        name = random.choice((NESTED, NESTED, FIGURE, *ELSEWHERE))
        places.append(sampled(*name, random.randrange(-1, 12), random.randint(1, 5)))
    unknown = random.randrange(3)
    methods: Counter[int] = Counter()
    loops: Counter[tuple[int, int]] = Counter()
    for place in places:
        name = (place.class_name, place.name, place.descriptor)
        if name in ELSEWHERE:
            continue
        method = _title(profile, name)
        methods[method] += place.count
        loop = None if place.offset < 0 else _smallest_loop(profile, method, place.offset)
        if loop is not None:
            loops[method, loop] += place.count
    found = TimeShares(profile, samples(*places, unknown=unknown))
    elsewhere: Counter[tuple[str, str]] = Counter()
    for place in places:
        if (place.class_name, place.name, place.descriptor) in ELSEWHERE:
            elsewhere[place.class_name, place.name] += place.count
    assert {(owner, name): n for owner, name, n in found.methods_elsewhere} == elsewhere
    counts = [n for _, _, n in found.methods_elsewhere]
    assert counts == sorted(counts, reverse=True)
    everything = sum(place.count for place in places) + unknown
    assert found.counted == methods.total() > 0
    assert (found.total, found.elsewhere) == (everything, everything - methods.total())
    assert {row.method: row.samples for row in found.methods} == methods
    of_loops = {(row.method, row.loop): row.samples for row in found.loops if row.samples}
    assert of_loops == loops
    assert loops, "no sample is in a loop"
    for row in (*found.methods, *found.loops):
        assert row.share == row.samples / methods.total()


@pytest.mark.parametrize("seed", range(8))
def test_code_outside_loops_has_what_is_in_no_loop(tmp_path: Path, seed: int) -> None:
    """Samples that may be in a loop or outside of all loops count for neither."""
    random, profile = Random(seed), nested_profile(tmp_path)

    def some() -> list[SampledPlace]:
        offsets = [-1, -1, *(random.randrange(14) for _ in range(60))]
        return [
            sampled(
                *(NESTED, FIGURE)[place % 2], at, random.randint(1, 5),
                line=100 + at // 2 if at % 3 else -1,
            )
            for place, at in enumerate(offsets)
        ]  # fmt: skip

    below = some()
    elsewhere = sampled(*ELSEWHERE[-1], 0, sum(one.count for one in below))
    places = [*some(), elsewhere]
    found = TimeShares(profile, samples(*places, below=tuple(below)))
    counts = BlockCounts(profile).bytecodes.most.tolist()
    of_blocks = profile.table("blocks").column("method").to_pylist()
    for name in (NESTED, FIGURE):
        method = _title(profile, name)
        code = profile.code(method)
        bytecodes = [cost for of, cost in zip(of_blocks, counts, strict=True) if of == method]
        in_loops = {block for loop in code.loops for block in loop.blocks}

        def outside(
            some: list[SampledPlace],
            name: tuple[str, str, str] = name,
            blocks: frozenset[tuple[int, int]] = frozenset(
                span for block, span in enumerate(code.offsets) if block not in in_loops
            ),
        ) -> list[SampledPlace]:
            return [
                one for one in some
                if (one.class_name, one.name, one.descriptor) == name
                and any(first <= one.offset <= last for first, last in blocks)
            ]  # fmt: skip

        row = found.row_outside_loops(method)
        assert row is not None
        own, of_below = outside(places), outside(below)
        assert row.samples == sum(one.count for one in own) > 0
        assert row.samples_below == sum(one.count for one in of_below)
        assert row.bytecodes == sum(
            cost for block, cost in enumerate(bytecodes) if block not in in_loops
        )
        assert {it.line: (it.samples, it.below) for it in row.lines} == _by_line(own, of_below)
        totals = [it.samples + it.below for it in row.lines]
        assert totals == sorted(totals, reverse=True)
        loops = [one for one in found.loops if one.method == method]
        (whole,) = (one for one in found.methods if one.method == method)
        in_method = [
            [one for one in some if (one.class_name, one.name, one.descriptor) == name]
            for some in (places, below)
        ]
        lines = {it.line: (it.samples, it.below) for it in whole.lines}
        assert lines == _by_line(*in_method)
        unknown = sum(
            one.count for one in places
            if (one.class_name, one.name, one.descriptor) == name
            and not any(first <= one.offset <= last for first, last in code.offsets)
        )  # fmt: skip
        assert unknown > 0
        assert whole.samples == row.samples + unknown + sum(one.samples for one in loops)
        assert whole.bytecodes == row.bytecodes + sum(one.bytecodes for one in loops)
    assert {row.method for row in found.outside_loops} == {row.method for row in found.loops}


def _by_line(own: list[SampledPlace], below: list[SampledPlace]) -> dict[int, tuple[int, int]]:
    lines = {one.line for one in (*own, *below) if one.line >= 0}
    return {
        line: (
            sum(one.count for one in own if one.line == line),
            sum(one.count for one in below if one.line == line),
        )
        for line in lines
    }


@pytest.mark.parametrize("seed", range(8))
def test_inclusive_shares_are_those_of_whole_stacks(tmp_path: Path, seed: int) -> None:
    """A sample counts once for each method on its stack. A missing frame may be of any method."""
    random, profile = Random(seed), nested_profile(tmp_path)
    stacks = [
        [random.choice((NESTED, FIGURE, *ELSEWHERE[2:])) for _ in range(random.randint(1, 5))]
        for _ in range(120)
    ]
    # A partial stack lacks its bottom frame, so the whole stack has at least two frames.
    partial = [len(stack) > 1 and random.random() < 0.2 for stack in stacks]
    shown = [stack[:-1] if cut else stack for stack, cut in zip(stacks, partial, strict=True)]

    def count(name: tuple[str, str, str], *, of_partial: bool = False) -> int:
        return sum(
            name in stack and (cut or not of_partial)
            for stack, cut in zip(shown, partial, strict=True)
        )

    unknown = 3
    found = TimeShares(
        profile,
        samples(
            *(sampled(*stack[0], 0) for stack in shown), unknown=unknown, below=(),
            partial=sum(partial) + unknown,
            on_stack=tuple(
                stacked(*name, count(name), count(name, of_partial=True))
                for name in (NESTED, FIGURE)
            ),
        ),
    )  # fmt: skip
    assert found.partial == sum(partial) + unknown
    rows = {row.method: row for row in found.methods}
    for name in (NESTED, FIGURE):
        row = rows[_title(profile, name)]
        inclusive = row.inclusive
        assert inclusive is not None
        real = sum(name in stack for stack in stacks)
        assert row.samples <= inclusive.samples == count(name) <= real <= inclusive.most
        missing = [stack for stack, cut in zip(shown, partial, strict=True) if cut]
        assert inclusive.most == count(name) + unknown + sum(name not in one for one in missing)
        assert inclusive.share == inclusive.samples / 123
        assert inclusive.share_of_most == inclusive.most / 123
        least, most = wilson(inclusive.samples, 123), wilson(inclusive.most, 123)
        assert least is not None
        assert most is not None
        assert inclusive.interval == ShareInterval(least.low, most.high)
    most_inclusive = found.most_inclusive
    assert most_inclusive is not None
    counts = [count(name) for name in (NESTED, FIGURE)]
    assert [row.inclusive.samples for row in most_inclusive if row.inclusive] == sorted(
        counts, reverse=True
    )
    assert {row.inclusive for row in found.loops} == {None}


def test_without_stacks_nothing_is_said_about_inclusive_shares(tmp_path: Path) -> None:
    """Samples of an older kpath-jvm have no stacks; other stacks may have no recorded method."""
    profile = nested_profile(tmp_path)
    found = TimeShares(profile, samples(sampled(*NESTED, 0, 500), below=()))
    assert (found.partial, found.most_inclusive) == (None, None)
    assert {row.inclusive for row in found.methods} == {None}
    empty = TimeShares(profile, samples(partial=0, on_stack=()))
    assert (empty.partial, empty.most_inclusive, empty.is_few_inclusive) == (0, [], True)
    assert {row.inclusive for row in empty.methods} == {InclusiveShare(0, 0, None, None, None)}


def test_versions_with_different_code_have_no_inclusive_share(tmp_path: Path) -> None:
    other = nested(loader="web", digest="07her")
    other.blocks = [(first + 1, last + 1, []) for first, last, _ in other.blocks]
    profile = _profile(tmp_path, nested(), other, figure_3()).merged()
    on_stack = (stacked(*NESTED, 5), stacked(*FIGURE, 3))
    found = TimeShares(profile, samples(sampled(*FIGURE, 0, 7), partial=0, on_stack=on_stack))
    told = {row.method: row.inclusive for row in found.methods}
    figure = told.pop(_title(profile, FIGURE))
    assert figure is not None
    assert (figure.samples, figure.most) == (3, 3)
    assert set(told.values()) == {None}
    assert len(told) == 2


def test_a_method_that_only_calls_has_a_row(tmp_path: Path) -> None:
    """A method that calls System.exit completes no path, and so has no bytecodes."""
    builder = RecordingBuilder(k=2)
    builder.add(nested())
    builder.stream(builder.add(figure_3()), (6, 3))
    write_profile(tmp_path / "made.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "made.kpath")
    given = samples(sampled(*FIGURE, 0, 7), partial=0, on_stack=(stacked(*NESTED, 7),))
    (first, *_) = TimeShares(profile, given).most_inclusive or []
    assert (first.method, first.bytecodes, first.samples) == (_title(profile, NESTED), 0, 0)
    without = TimeShares(profile, samples(sampled(*FIGURE, 0, 7)))
    assert _title(profile, NESTED) not in {row.method for row in without.methods}


def test_samples_elsewhere_make_inclusive_shares_more_certain(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    for count, is_few in ((FEW_SAMPLES - 1, True), (FEW_SAMPLES, False)):
        places = (sampled(*NESTED, 0, 1), sampled("java/util/A", "m", "()V", 0, count - 1))
        found = TimeShares(
            profile, samples(*places, partial=0, on_stack=(stacked(*NESTED, count),))
        )
        assert (found.is_few, found.is_few_inclusive) == (True, is_few)


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        # The package with the most samples is named; its name has at least two parts. An inner
        # package is named instead if it has three quarters of the package's samples.
        ({"com/sun/tools/javac/parser/A": 36, "com/sun/tools/javac/tree/B": 21,
          "com/sun/source/C": 2, "java/util/D": 10},
         [("com.sun.tools.javac.*", 57), ("java.util.*", 10)]),
        ({"java/util/A": 30, "java/io/B": 20, "org/x/C": 15},
         [("java.util.*", 30), ("java.io.*", 20), ("org.x.*", 15)]),
        # At most three packages are named, and none of them includes another.
        ({"a/b/A": 9, "a/c/A": 8, "a/d/A": 7, "a/e/A": 6},
         [("a.b.*", 9), ("a.c.*", 8), ("a.d.*", 7)]),
        ({"a/b/c/A": 80, "a/b/d/A": 10, "a/b/e/A": 10}, [("a.b.c.*", 80)]),
        # No package is named for classes that can't be recorded, whose package has recorded
        # classes, or whose package's name has fewer than two parts.
        ({"java/lang/String": 50, "jdk/internal/misc/Unsafe": 9, "sun/nio/ch/IO": 5,
          "org/x/$$Lambda+0x00007f": 7, "org/x/Y$$Lambda$14/0x0000000800c03000": 7}, []),
        ({"demo/Other": 40}, []),
        ({"Bare": 9, "one/A": 9}, []),
        # A package with less than a tenth of the samples outside recorded code isn't worth
        # including.
        ({"java/lang/String": 100, "org/x/y/C": 11}, []),
        ({"java/lang/String": 90, "org/x/y/C": 11}, [("org.x.y.*", 11)]),
        ({"jdk/jfr/internal/A": 1}, []),
        ({}, []),
    ],
)  # fmt: skip
def test_the_packages_to_include_have_most_of_the_other_time(
    tmp_path: Path, counts: dict[str, int], found: list[tuple[str, int]]
) -> None:
    places = [sampled(owner, "m", "()V", 0, count) for owner, count in counts.items()]
    shares = TimeShares(nested_profile(tmp_path), samples(sampled(*NESTED, 0, 40), *places))
    assert shares.to_include == found


def test_shares_of_all_time_include_other_code(tmp_path: Path) -> None:
    elsewhere = sampled("java/util/HashMap", "get", "()V", 0, 87)
    profile = nested_profile(tmp_path)
    found = TimeShares(profile, samples(sampled(*NESTED, 0, 41), elsewhere))
    by_method = {row.samples: row for row in found.methods}
    assert (by_method[41].share, by_method[41].share_of_all) == (1.0, 41 / 128)
    assert TimeShares(profile, samples()).methods[0].share_of_all is None


def test_bytecodes_agree_with_the_other_tables(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    found = TimeShares(profile, samples())
    costs = Costs(profile)
    assert {row.method: row.bytecodes for row in found.methods} == {
        number: costs.of_method(number) for number in profile.method_rows.numbers.tolist()
    }
    expected = {
        (row.method, row.loop): row.cost
        for number in profile.method_rows.numbers.tolist()
        for row in loop_rows(profile, number)
    }
    assert {(row.method, row.loop): row.bytecodes for row in found.loops} == expected
    assert sum(row.bytecode_share for row in found.methods) == pytest.approx(1)


def test_without_an_offset_the_line_decides_the_loop(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    method = _title(profile, NESTED)
    found = TimeShares(
        profile,
        samples(
            sampled(*NESTED, -1, 3, line=31), sampled(*NESTED, -1, 2, line=33),
            sampled(*NESTED, -1, 7, line=40), sampled(*NESTED, -1, 9, line=99),
        ),
    )  # fmt: skip
    of_loops = {row.loop: row.samples for row in found.loops if row.method == method}
    assert of_loops == {0: 2, 1: 3}
    assert found.counted == 21


def test_a_line_in_two_loops_counts_for_neither(tmp_path: Path) -> None:
    blocks = [(2 * i, 2 * i, [(2 * i, 5)]) for i in range(6)]
    profile = _profile(tmp_path, nested(blocks=blocks))
    place = sampled(*NESTED, -1, 3, line=5)
    assert sum(row.samples for row in TimeShares(profile, samples(place)).loops) == 0
    assert TimeShares(profile, samples(place)).counted == 3


def test_samples_of_code_copied_to_several_loops_count_for_none(tmp_path: Path) -> None:
    blocks = [(at, at, [(at, 9)]) for at in (0, 2, 4, 4, 4, 10)]
    profile = _profile(tmp_path, nested(blocks=blocks))
    found = TimeShares(profile, samples(sampled(*NESTED, 4, 3), sampled(*NESTED, 2, 1)))
    assert {row.loop: row.samples for row in found.loops} == {0: 1, 1: 0}


def _profile(directory: Path, *methods: object, k: int = 2) -> Profile:
    builder = RecordingBuilder(k=k)
    for method in methods:
        spec = builder.add(method)  # type: ignore[arg-type]
        if spec.rung == "full":
            builder.stream(spec, (5, 0, 1, 4) if spec.class_name == "demo/Nested" else (6, 3))
    write_profile(directory / "made.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "made.kpath")


def test_samples_of_versions_with_different_code_count_for_no_method(tmp_path: Path) -> None:
    other = nested(loader="web", digest="07her")
    other.blocks = [(first + 1, last + 1, []) for first, last, _ in other.blocks]
    profile = _profile(tmp_path, nested(), other, figure_3()).merged()
    found = TimeShares(profile, samples(sampled(*NESTED, 4, 5), sampled(*FIGURE, 0, 2)))
    assert (found.several_versions, found.counted, found.elsewhere) == (5, 2, 0)


def test_merged_versions_are_one_method(tmp_path: Path) -> None:
    profile = _profile(tmp_path, nested(), nested(loader="web"))
    given = samples(sampled(*NESTED, 4, 5))
    assert TimeShares(profile.merged(), given).counted == 5
    assert TimeShares(profile, given).several_versions == 5


def test_samples_of_methods_with_only_entries_count_as_elsewhere(tmp_path: Path) -> None:
    alone = nested(
        rung="entry", mode="entry", paths=0, edges=[], starts=[], ends=[], loops=[],
        reason="too large: 1", counters=("entries",),
    )  # fmt: skip
    profile = _profile(tmp_path, alone, figure_3())
    found = TimeShares(profile, samples(sampled(*NESTED, 4, 5), sampled(*FIGURE, 0, 2)))
    assert (found.counted, found.elsewhere) == (2, 5)
    assert [row.difference for row in found.methods] == [None]


def test_methods_are_ordered_by_time_with_unrecorded_code(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    figure, other = _title(profile, FIGURE), _title(profile, NESTED)
    found = TimeShares(profile, samples(sampled(*FIGURE, 0, 40), sampled(*NESTED, 0, 60)))
    assert [row.method for row in found.methods] == [other, figure]
    # Bytecodes don't matter as long as there are samples.
    assert found.methods[1].bytecode_share > 0.7
    below = (sampled(*NESTED, 0, 99),)
    places = (sampled(*FIGURE, 0, 99), sampled(*NESTED, 0, 1), sampled(*ELSEWHERE[0], 0, 99))
    found = TimeShares(profile, samples(*places, below=below))
    assert [row.method for row in found.methods] == [other, figure]
    assert found.methods[0].interval_of_all == wilson(100, 199)
    assert found.methods[1].interval_of_all == wilson(99, 199)
    found = TimeShares(profile, samples(sampled(*NESTED, 0, 9)))
    assert [row.method for row in found.methods] == [other, figure]


def _calling(directory: Path, *calls: tuple[str, str, int, int], total: int = 100) -> Profile:
    """Returns a profile with samples of the methods a.A.m0 to b.B.m9.

    ``calls`` have the names of the caller and the called method, a line, and samples. A method is
    on the stack of as many samples as those in which another one calls it, and the first caller is
    on all stacks.
    """
    builder = RecordingBuilder(k=2)
    names = {f"m{n}": "a/x/A" if n < 5 else "b/x/B" for n in range(10)}
    for name, owner in names.items():
        builder.stream(builder.add(figure_3(name=name, class_name=owner)), (6, 3))
    path = directory / "calls.kpath"
    write_profile(path, builder.build(directory), demo_run())
    stacks: Counter[str] = Counter({calls[0][0]: total})
    for caller, name, _, count in calls:
        if name not in (caller, calls[0][0]):
            stacks[name] += count
    add_samples(
        path, sampled("java/A", "m", "()V", 0, total), below=(), partial=0,
        on_stack=tuple(stacked(names[name], name, "(I)V", n) for name, n in stacks.items()),
        calls=tuple(
            SampledCall(
                class_name=names[called], name=called, descriptor="(I)V",
                place=sampled(names[caller], caller, "(I)V", 3, count, line=line),
            )
            for caller, called, line, count in calls
        ),
    )  # fmt: skip
    return Profile.open(path)


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        # A call is followed if it has at least half of its caller's samples, and a tenth of all.
        ((("m0", "m1", 7, 50), ("m0", "m2", 8, 49)), [("m0", None, 0), ("m1", 7, 0)]),
        ((("m0", "m1", 7, 49),), [("m0", None, 0)]),
        ((("m0", "m1", 7, 60), ("m1", "m2", 8, 29), ("m1", "m3", 8, 31)),
         [("m0", None, 0), ("m1", 7, 0), ("m3", 8, 0)]),
        ((("m0", "m1", 7, 50), ("m1", "m2", 7, 25), ("m2", "m3", 7, 13), ("m3", "m4", 7, 9)),
         [("m0", None, 0), ("m1", 7, 0), ("m2", 7, 0), ("m3", 7, 0)]),
        # Calls in several lines belong together, and no line is named.
        ((("m0", "m1", 7, 30), ("m0", "m1", 9, 30), ("m0", "m2", 8, 40)),
         [("m0", None, 0), ("m1", None, 0)]),
        # A method that hands on nine tenths of its samples is left out, if the next one is of the
        # same library.
        ((("m0", "m1", 7, 60), ("m1", "m2", 8, 54), ("m2", "m3", 9, 30)),
         [("m0", None, 0), ("m2", None, 1), ("m3", 9, 0)]),
        ((("m0", "m1", 7, 60), ("m1", "m2", 8, 53), ("m2", "m3", 9, 30)),
         [("m0", None, 0), ("m1", 7, 0), ("m2", 8, 0), ("m3", 9, 0)]),
        ((("m0", "m1", 7, 60), ("m1", "m5", 8, 60), ("m5", "m6", 9, 30)),
         [("m0", None, 0), ("m1", 7, 0), ("m5", 8, 0), ("m6", 9, 0)]),
        # A method that calls itself, and one that calls back, end the search.
        ((("m0", "m1", 7, 60), ("m1", "m1", 8, 60), ("m1", "m0", 8, 60)),
         [("m0", None, 0), ("m1", 7, 0)]),
        # The middle of a long row is left out.
        ([(f"m{n}", f"m{n + 1}", 7, 100 - 11 * (n + 1)) for n in range(7)],
         [("m0", None, 0), ("m1", 7, 0), ("m2", 7, 0), ("m5", None, 2), ("m6", 7, 0),
          ("m7", 7, 0)]),
    ],
)  # fmt: skip
def test_the_heaviest_calls_lead_to_most_of_the_time(
    tmp_path: Path,
    calls: list[tuple[str, str, int, int]],
    found: list[tuple[str, int | None, int]],
) -> None:
    profile = _calling(tmp_path, *calls)
    times = TimeShares.of(profile)
    assert times is not None
    rows = times.heaviest_calls(times.numbers)
    assert rows is not None
    name = profile.method_rows.identity
    assert [(name(one.row.method)["method"], one.line, one.skipped) for one in rows] == found
    # Only the methods that are asked for are followed, if one of them has half of the samples.
    rest = set(times.numbers) - {rows[0].row.method}
    others = times.heaviest_calls(rest)
    below = sum(count for *ends, _, count in calls if ends == ["m0", "m1"])
    assert (others is not None) == (below >= 50)
    assert others is None or others[0].row.method in rest
    assert times.heaviest_calls(()) is None


def test_without_calls_the_heaviest_calls_are_not_known(tmp_path: Path) -> None:
    found = TimeShares(
        nested_profile(tmp_path),
        samples(sampled(*NESTED, 0, 5), below=(), partial=0, on_stack=(stacked(*NESTED, 5),)),
    )
    assert found.heaviest_calls(found.numbers) is None


def test_patterns_for_the_program_s_own_classes_match_them(tmp_path: Path) -> None:
    found = TimeShares(nested_profile(tmp_path), samples(sampled(*NESTED, 0, 5)))
    assert found.own_patterns == ["demo.*"]
    other = tmp_path / "other"
    other.mkdir()
    profile = _profile(
        other,
        *(figure_3(class_name=name) for name in ("Main", "Main$1", "org/a/b/C", "org/a/D", "x/E")),
    )
    found = TimeShares(profile, samples())
    assert found.own_patterns == ["Main", "org.a.*", "x.*"]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # The bounds are rounded to four decimal places.
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634),
     (41, 100, 0.3187, 0.5080), (10, 10, 0.7225, 1.0)],
)  # fmt: skip
def test_intervals_agree_with_wilson_s(count: int, of: int, low: float, high: float) -> None:
    found = wilson(count, of)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


def test_the_bounds_solve_the_score_equation() -> None:
    for of in (1, 7, 120, 10_000):
        for count in {0, 1, of // 3, of - 1, of}:
            found = wilson(count, of)
            assert found is not None
            assert 0 <= found.low <= count / of <= found.high <= 1
            for bound in {found.low, found.high} - {0.0, 1.0}:
                score = abs(count / of - bound) / math.sqrt(bound * (1 - bound) / of)
                assert score == pytest.approx(1.959963984540054)


def test_without_samples_there_are_no_shares(tmp_path: Path) -> None:
    assert wilson(0, 0) is None
    found = TimeShares(nested_profile(tmp_path), samples())
    assert (found.total, found.counted, found.is_few) == (0, 0, True)
    assert {(row.share, row.interval, row.difference) for row in found.methods} == {
        (None, None, None)
    }


def _share(samples_of: int, of: int, bytecodes: float) -> TimeShare:
    return TimeShare(0, None, samples_of, samples_of / of, wilson(samples_of, of), 1, bytecodes)


@pytest.mark.parametrize(
    ("count", "of", "bytecodes", "difference"),
    [
        (410, 1000, 0.08, "more"),
        (41, 100, 0.08, "more"),
        # Five of twelve samples are as large a share, but too few to mean anything.
        (5, 12, 0.10, None),
        (410, 1000, 0.30, None),
        (20, 1000, 0.30, "less"),
        (1, 12, 0.30, None),
        (0, 1000, 0.30, "less"),
        # One of the two shares must be at least 5 %.
        (40, 1000, 0.0, None),
        (0, 1000, 0.04, None),
        (60, 1000, 0.0, "more"),
    ],
)
def test_a_reported_difference_is_certain_and_large(
    count: int, of: int, bytecodes: float, difference: str | None
) -> None:
    assert _share(count, of, bytecodes).difference == difference


@pytest.mark.parametrize(
    ("samples", "instructions", "difference"),
    [(9, 1, None), (9, 2, "more"), (19, 1, None), (20, 1, "more")],
)
def test_few_samples_at_one_instruction_may_have_one_cause(
    samples: int, instructions: int, difference: str | None
) -> None:
    found = TimeShare(
        0, None, samples, samples / 109, wilson(samples, 109), 1, 0.0005,
        instructions=instructions,
    )  # fmt: skip
    assert found.difference == difference
    assert found.is_at_one_instruction == (instructions == 1)


def test_the_interval_must_exclude_twice_the_share_not_the_share_itself() -> None:
    interval = ShareInterval(0.4, 0.5)
    at = {share: TimeShare(0, None, 45, 0.45, interval, 1, share).difference
          for share in (0.2, 0.21, 0.99, 1.0)}  # fmt: skip
    assert at == {0.2: "more", 0.21: None, 0.99: None, 1.0: "less"}


def test_too_few_samples_are_reported_as_such(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    for count, is_few in ((FEW_SAMPLES - 1, True), (FEW_SAMPLES, False)):
        # Samples elsewhere don't make shares any more certain.
        given = samples(sampled(*NESTED, 0, count), sampled("a/B", "c", "()V", 0, 1000))
        assert TimeShares(profile, given).is_few is is_few


def test_a_profile_without_samples_has_no_time_shares(tmp_path: Path) -> None:
    assert TimeShares.of(nested_profile(tmp_path)) is None


def test_damaged_samples_give_an_error_of_one_line(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    add_samples(profile.path, sampled(*NESTED, 0, 123))
    found = TimeShares.of(profile)
    assert found is not None
    assert found.total == 123
    path = profile.path / "time.json"
    path.write_bytes(path.read_bytes().replace(b"123", b"124"))
    with pytest.raises(KpathError, match=r"time\.json is damaged: .*; remove the file") as caught:
        TimeShares.of(profile)
    assert "\n" not in str(caught.value)


def test_a_place_without_samples_is_refused(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    with pytest.raises(KpathError, match="count"):
        add_samples(profile.path, SampledPlace(
            class_name="a", name="b", descriptor="()V", offset=0, line=1, count=0))  # fmt: skip
    assert not (profile.path / "time.json").exists()


def _is_evened_out(profile: Profile, found: TimeShares, loop: tuple[int, int | None]) -> bool:
    """Returns whether the loops of a nest even each other out, so that ``loop`` isn't reported.

    They do if there are differences in both directions, and if the nest as a whole, judged as one
    row, doesn't differ in the same direction as ``loop``.
    """
    blocks = [set(one.blocks) for one in profile.code(loop[0]).loops]
    own = max((one for one in blocks if blocks[loop[1] or 0] <= one), key=len)
    nest = [row for row in found.loops if row.method == loop[0] and blocks[row.loop or 0] <= own]
    directions = {row.difference for row in nest} - {None}
    (direction,) = [row.difference for row in nest if row.loop == loop[1]]
    samples = sum(row.samples for row in nest)
    share = sum(row.bytecode_share for row in nest)
    whole = TimeShare(
        0, None, samples, samples / found.counted, wilson(samples, found.counted), 0, share
    )
    return len(directions) == 2 and whole.difference != direction


def test_loops_of_a_nest_that_balance_out_are_not_reported(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    method = _title(profile, NESTED)
    outer, inner = (
        next(
            offset
            for offset in range(12)
            if (found := _smallest_loop(profile, method, offset)) is not None
            and (profile.code(method).loops[found].parent >= 0) == is_inner
        )
        for is_inner in (False, True)
    )
    shares = TimeShares(profile, samples(sampled(*NESTED, outer, 1), sampled(*NESTED, inner, 1)))
    both = shares.loops
    assert len({row.loop for row in both}) >= 2
    total = sum(row.bytecodes for row in both)
    mostly = {row.loop: row.bytecodes / total for row in both}
    # The loop with few of the nest's bytecodes gets nearly all of the nest's samples.
    few = outer if mostly[_smallest_loop(profile, method, outer)] < 0.5 else inner
    rest = outer + inner - few
    told = TimeShares(profile, samples(sampled(*NESTED, few, 900), sampled(*NESTED, rest, 20)))
    assert {row.difference for row in told.loops if row.method == method} >= {"more", "less"}
    assert [row for row in told.disagreeing if row.loop is not None] == []


@pytest.mark.parametrize("seed", range(6))
def test_shares_that_disagree_are_found_as_by_brute_force(tmp_path: Path, seed: int) -> None:
    random, profile = Random(seed), nested_profile(tmp_path)
    places = [
        sampled(*random.choice((NESTED, FIGURE)), random.randrange(12), random.choice((1, 40, 400)))
        for _ in range(12)
    ]
    found = TimeShares(profile, samples(*places))

    def differs(row: TimeShare) -> str | None:
        interval = wilson(row.samples, found.counted)
        assert interval is not None
        if max(row.samples / found.counted, row.bytecode_share) < 0.05:
            return None
        if interval.low >= 2 * row.bytecode_share:
            return "more"
        return "less" if 2 * interval.high <= row.bytecode_share else None

    methods = {(row.method, differs(row)) for row in found.methods if differs(row)}
    loops = {
        (row.method, row.loop)
        for row in found.loops
        if differs(row) and (row.method, differs(row)) not in methods
    }
    loops -= {one for one in loops if _is_evened_out(profile, found, one)}
    expected = {(method, None) for method, _ in methods} | loops
    told = [(row.method, row.loop) for row in found.disagreeing]
    assert set(told) == expected
    assert len(told) == len(expected)
    gaps = [abs((row.share or 0) - row.bytecode_share) for row in found.disagreeing]
    assert gaps == sorted(gaps, reverse=True)

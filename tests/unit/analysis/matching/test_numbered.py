"""Tests how methods with numbers in their names are paired, and how gates judge them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders.methods import MethodSpec, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods
from kpath_jvm.analysis.matching.numbered import (
    PairedNumbers,
    is_numbered,
    paired_numbers,
    without_numbers,
)
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.writer import write_profile


class Lambda(NamedTuple):
    """A lambda of a made-up program. All lambdas have the same bytecodes per entry."""

    code: int
    entries: int


#: A way to match some lambdas of both sides, by their places.
Way = list[tuple[int, int]]


def side(directory: Path, name: str, lambdas: Sequence[Lambda], of: str = "lambda$main$") -> Side:
    """Returns a side whose class file differs from that of the other side."""
    builder = RecordingBuilder(k=2)
    straight = {
        "class_name": "demo/H", "blocks": [(0, 5, [(0, 21)])], "edges": [], "decisions": [],
        "ends": [("exit", 0, 0)], "paths": 1, "digest": name,
    }  # fmt: skip
    for number, one in enumerate(lambdas):
        method = plain(name=f"{of}{number}", code_digest=f"c{one.code}", **straight)
        _enter(builder, method, one.entries)
    _enter(builder, plain(name="main", code_digest="main", **straight), 1)
    (directory / name).mkdir(exist_ok=True)
    path = directory / f"{name}.kpath"
    write_profile(path, builder.build(directory / name), demo_run(), replace=True)
    return Side([Profile.open(path)])


def _enter(builder: RecordingBuilder, method: MethodSpec, times: int) -> None:
    builder.count(builder.add(method), 0, times)
    builder.auxiliary(method, entries=times)


def compared(directory: Path, base: Sequence[Lambda], new: Sequence[Lambda]) -> Difference:
    return difference(side(directory, "base", base), side(directory, "new", new), least_share=0)


def answer(found: Difference, condition: str = "bytecodes > +10%") -> str:
    (outcome,) = judge(found, [parsed(condition)])
    assert outcome.wrong is None
    return "fails" if outcome.is_failed else "untold" if outcome.is_untold else "passes"


def rose(one: Lambda, other: Lambda) -> bool:
    return other.entries > 1.1 * one.entries


def expected(base: Sequence[Lambda], new: Sequence[Lambda]) -> str:
    """Returns the answer of a gate by trying all ways in which the lambdas may be partners."""
    answers = set()
    for ways, guess in families(base, new):
        rises = [any(rose(base[one], new[other]) for one, other in way) for way in ways]
        guessed = guess is not None and not any(rose(base[one], new[other]) for one, other in guess)
        answers.add("passes" if guessed or not any(rises) else "fails" if all(rises) else "untold")
    return next(it for it in ("fails", "untold", "passes") if it in {*answers, "passes"})


def families(
    base: Sequence[Lambda], new: Sequence[Lambda]
) -> Iterator[tuple[list[Way], Way | None]]:
    """Yields all ways to match each group of possible partners, and the way that keeps the order.

    The second item is None if the order decides nothing. The function follows the rules of
    docs/verbs/diff.md naively.
    """
    places = [
        {code: [at for at, one in enumerate(own) if one.code == code] for code in {*codes(own)}}
        for own in (base, new)
    ]
    anchors = []
    for code in sorted(places[0].keys() & places[1].keys()):
        ones, others = places[0][code], places[1][code]
        yield _all_ways(ones, others)
        if len(ones) == len(others) == 1:
            anchors.append((ones[0], others[0]))
    gaps: dict[object, tuple[list[int], list[int]]] = {}
    for number, (own, there) in enumerate(((base, new), (new, base))):
        for at, one in enumerate(own):
            if one.code in codes(there):
                continue
            before = max((pair for pair in anchors if pair[number] < at), default=None,
                         key=lambda pair: pair[number])  # fmt: skip
            after = min((pair for pair in anchors if pair[number] > at), default=None,
                        key=lambda pair: pair[number])  # fmt: skip
            gaps.setdefault((before, after), ([], []))[number].append(at)
    left: tuple[list[int], list[int]] = ([], [])
    for ones, others in gaps.values():
        if len(ones) == len(others):
            yield _all_ways(ones, others)
        else:
            left[0].extend(ones)
            left[1].extend(others)
    yield (
        [
            way
            for size in range(min(map(len, left)) + 1)
            for some in combinations(left[0], size)
            for way in _all_ways(list(some), left[1])[0]
        ],
        None,
    )


def _all_ways(ones: list[int], others: list[int]) -> tuple[list[Way], Way | None]:
    if len(ones) <= len(others):
        ways = [list(zip(ones, own, strict=True)) for own in permutations(others, len(ones))]
    else:
        ways = [list(zip(own, others, strict=True)) for own in permutations(ones, len(others))]
    return ways, list(zip(ones, others, strict=True)) if len(ones) == len(others) else None


def codes(lambdas: Sequence[Lambda]) -> list[int]:
    return [one.code for one in lambdas]


LAMBDAS = st.lists(
    st.builds(Lambda, st.integers(0, 4), st.sampled_from([1, 10, 11, 12, 100, 120])), max_size=5
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(base=LAMBDAS, new=LAMBDAS)
def test_gates_consider_all_ways_to_match_numbered_methods(
    tmp_path: Path, base: list[Lambda], new: list[Lambda]
) -> None:
    assert answer(compared(tmp_path, base, new)) == expected(base, new)


@dataclass
class Edited:
    """A program before and after an edit.

    ``survivors`` has both places of each lambda that is in the program before and after the edit.
    """

    base: list[Lambda]
    new: list[Lambda]
    survivors: Way


@st.composite
def edits(draw: st.DrawFn, *, is_with_equal: bool) -> Edited:
    """Inserts or removes lambdas, moves lambdas, and changes how often they run.

    Lambdas of equal code aren't moved. No edit both removes and inserts lambdas, because the two
    together could look like a move.
    """
    size = draw(st.integers(1, 5))
    code = draw(
        st.lists(st.integers(0, 2) if is_with_equal else st.just(0), min_size=size, max_size=size)
    )
    entries = st.sampled_from([5, 100, 104, 200])
    base = [Lambda(code[at] if is_with_equal else at, draw(entries)) for at in range(size)]
    inserts = draw(st.booleans())
    kept = [at for at in range(size) if inserts or draw(st.booleans())]
    if not is_with_equal:
        kept = list(draw(st.permutations(kept)))
    new: list[tuple[Lambda, int | None]] = []
    for at in kept:
        times = base[at].entries if draw(st.booleans()) else draw(entries)
        new.append((Lambda(base[at].code, times), at))
    for number in range(draw(st.integers(0, 3)) if inserts else 0):
        other = draw(st.integers(0, 2)) if is_with_equal else 10 + number
        new.insert(draw(st.integers(0, len(new))), (Lambda(other, draw(entries)), None))
    survivors = [(was, at) for at, (_, was) in enumerate(new) if was is not None]
    return Edited(base, [one for one, _ in new], survivors)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edit=edits(is_with_equal=False))
def test_lambdas_with_different_code_are_judged_separately(tmp_path: Path, edit: Edited) -> None:
    has_risen = any(rose(edit.base[one], edit.new[other]) for one, other in edit.survivors)
    found = compared(tmp_path, edit.base, edit.new)
    assert answer(found) == ("fails" if has_risen else "passes")
    pairs = {(one.base.name, one.new.name) for one in found.pairs if one.base and one.new}
    expected_pairs = {(f"lambda$main${one}", f"lambda$main${it}") for one, it in edit.survivors}
    assert pairs == expected_pairs | {("main", "main")}
    assert not any(pair.is_renamed or pair.unsure for pair in found.pairs)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edit=edits(is_with_equal=True))
def test_more_work_among_lambdas_of_equal_code_is_never_hidden(
    tmp_path: Path, edit: Edited
) -> None:
    has_risen = any(rose(edit.base[one], edit.new[other]) for one, other in edit.survivors)
    told = answer(compared(tmp_path, edit.base, edit.new))
    assert told in (("fails", "untold") if has_risen else ("passes", "untold"))


def test_a_lambda_inserted_above_changes_no_verdict(tmp_path: Path) -> None:
    hot, cold = Lambda(1, 1000), Lambda(2, 1)
    assert answer(compared(tmp_path, [hot], [cold, Lambda(1, 2000)])) == "fails"
    assert answer(compared(tmp_path, [hot], [cold, hot])) == "passes"
    assert answer(compared(tmp_path, [cold, hot], [hot])) == "passes"


def test_lambdas_with_equal_code_match_by_order(tmp_path: Path) -> None:
    few, many = Lambda(1, 10), Lambda(1, 1000)
    assert answer(compared(tmp_path, [few, many], [few, many])) == "passes"
    # The lambdas may have changed places, or one has become hot and the other cold.
    assert answer(compared(tmp_path, [few, many], [many, few])) == "untold"
    # Either the first lambda or the second does more.
    assert answer(compared(tmp_path, [few, many], [few, Lambda(1, 2000)])) == "fails"
    assert answer(compared(tmp_path, [few, few], [few, Lambda(1, 20)])) == "fails"
    # Either the third lambda is new, or the first is new and the base's first lambda does more.
    assert answer(compared(tmp_path, [few, many], [few, many, many])) == "untold"
    assert answer(compared(tmp_path, [few], [few, few])) == "passes"


def test_a_single_lambda_between_matched_neighbours_was_edited(tmp_path: Path) -> None:
    one, other = Lambda(1, 5), Lambda(2, 5)
    found = compared(tmp_path, [one, Lambda(3, 10), other], [one, Lambda(4, 1000), other])
    assert answer(found) == "fails"
    # The lambda may have been edited and moved, or one lambda was removed and another inserted.
    found = compared(tmp_path, [one, Lambda(3, 10)], [Lambda(4, 1000), one])
    assert answer(found) == "untold"
    (outcome,) = judge(found, [parsed("bytecodes > +10%")])
    (change,) = outcome.untold
    assert change.pair.unsure is not None
    assert (outcome.measured, change.bytecodes.growth) == (None, 99)
    for condition in ("new-method > 1%", "gone-method"):
        assert answer(found, condition) == "untold"
    # The method of this name does more than before, whether it is new or not.
    assert answer(found, "bytecodes(H.lambda$main$0) > +10%") == "fails"
    assert answer(found, "total > +10%") == "fails"
    assert answer(compared(tmp_path, [one, Lambda(3, 10)], [Lambda(4, 10), one])) == "passes"


@pytest.mark.parametrize("of", ["access$", "run$lambda$", "run$lambda-", "$anonfun$run$"])
def test_names_of_each_compiler_have_their_numbers_removed(tmp_path: Path, of: str) -> None:
    base = side(tmp_path, "base", [Lambda(1, 10), Lambda(2, 10_000)], of)
    new = side(tmp_path, "new", [Lambda(3, 10), Lambda(1, 10), Lambda(2, 10_000)], of)
    assert answer(difference(base, new, least_share=0)) == "passes"
    pairs = match_methods(base, new)
    assert {(one.base and one.base.name, one.new and one.new.name) for one in pairs} == {
        (f"{of}0", f"{of}1"), (f"{of}1", f"{of}2"), (None, f"{of}0"), ("main", "main"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a/B.m", None), ("a/B.sha256", None), ("a/B$C.m2", None),
        ("a/B.$deserializeLambda$", None),
        ("a/B.lambda$m$12", "a/B.lambda$m$"), ("a/B.access$1200", "a/B.access$"),
        ("a/B$1.m", "a/B$.m"), ("a/B$1Local.m", "a/B$Local.m"), ("a/B$m$2$1.m", "a/B$m$$.m"),
        ("a/B.$anonfun$m$3$adapted", "a/B.$anonfun$m$$adapted"),
        ("a/B.m$lambda-4", "a/B.m$lambda-"),
    ],
)  # fmt: skip
def test_the_numbers_in_names_are_found(name: str, stem: str | None) -> None:
    named = MethodName(*name.split("."), "()V")
    assert is_numbered(named) == (stem is not None)
    assert ".".join(without_numbers(named)[:2]) == (stem or name)


class Fake:
    """A method without a profile."""

    def __init__(self, class_name: str, name: str, code: str, blocks: int = 1) -> None:
        self.named = MethodName(class_name, name, "()V")
        self.instructions, self.block_count = code, blocks

    def share_of_equal_code(self, other: "Fake") -> float:
        """Returns the share of equal letters. Each letter stands for a block."""
        both = Counter(self.instructions) & Counter(other.instructions)
        return 2 * both.total() / (len(self.instructions) + len(other.instructions))


def names(found: PairedNumbers[Fake]) -> set[tuple[str, str]]:
    return {(".".join(one.named[:2]), ".".join(it.named[:2])) for one, it in found.pairs}


def test_anonymous_classes_match_as_a_whole() -> None:
    """Constructors of anonymous classes have equal code, so only other methods distinguish them."""
    base = [Fake("A$1", "<init>", "i"), Fake("A$1", "area", "x"), Fake("A$1", "lambda$area$0", "y")]
    new = [
        Fake("A$1", "<init>", "i"), Fake("A$1", "area", "z"),
        Fake("A$2", "<init>", "i"), Fake("A$2", "area", "x"), Fake("A$2", "lambda$area$0", "y"),
    ]  # fmt: skip
    found = paired_numbers(base, new)
    assert names(found) == {
        (f"A$1.{name}", f"A$2.{name}") for name in ("<init>", "area", "lambda$area$0")
    }
    assert found.unsure == []
    assert {one.named[:2] for one in found.left[1]} == {("A$1", "<init>"), ("A$1", "area")}


def test_an_edited_class_matches_by_its_unchanged_methods() -> None:
    base = [Fake("A$1", "<init>", "i"), Fake("A$1", "run", "x"), Fake("A$1", "more", "y")]
    new = [
        Fake("A$1", "<init>", "i"), Fake("A$1", "run", "z"),
        Fake("A$2", "<init>", "i"), Fake("A$2", "run", "x"), Fake("A$2", "more", "w"),
    ]  # fmt: skip
    found = paired_numbers(base, new)
    assert names(found) == {(f"A$1.{name}", f"A$2.{name}") for name in ("<init>", "run", "more")}


def test_a_method_matches_by_most_of_its_blocks() -> None:
    base = [Fake("A", "lambda$m$0", "abcd", 4)]
    new = [Fake("A", "lambda$m$0", "efgh", 4), Fake("A", "lambda$m$1", "abce", 4)]
    assert names(paired_numbers(base, new)) == {("A.lambda$m$0", "A.lambda$m$1")}
    # Two equally similar methods can't be told apart.
    found = paired_numbers(base, [Fake("A", f"lambda$m${at}", f"abc{at}", 4) for at in (0, 1)])
    assert (found.pairs, len(found.unsure)) == ([], 1)


def test_classes_from_equal_files_are_fixed_neighbours() -> None:
    known = (Fake("A$2", "run", "k"), Fake("A$2", "run", "k"))
    base, new = [Fake("A$1", "run", "x")], [Fake("A$3", "run", "y")]
    found = paired_numbers(base, new, [known])
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])
    assert names(paired_numbers(base, [Fake("A$1", "run", "y")], [known])) == {("A$1.run",) * 2}


def test_a_method_that_many_classes_have_makes_no_two_of_them_partners() -> None:
    """All comparators have the same bridge method."""

    def comparator(number: int, code: str) -> list[Fake]:
        return [Fake(f"A${number}", "bridge", "b"), Fake(f"A${number}", "compare", code)]

    base, other = comparator(1, "x"), comparator(2, "y")
    # The edited class may be either of the new classes, or gone.
    found = paired_numbers(base, [*comparator(1, "z"), *comparator(2, "w")])
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])
    found = paired_numbers([*base, *other], comparator(3, "z"))
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])
    # A class that is already paired, or from an equal file, has the bridge method, too.
    found = paired_numbers([*base, *other], [*comparator(1, "y"), *comparator(4, "z")])
    assert names(found) == {("A$2.bridge", "A$1.bridge"), ("A$2.compare", "A$1.compare")}
    assert [one.have_partners for one in found.unsure] == [False]
    known = [*zip(comparator(5, "k"), comparator(5, "k"), strict=True)]
    found = paired_numbers(base, comparator(2, "z"), known)
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])
    # Two classes match if no third class has the method that they share, or if most of another
    # method's code is equal.
    here, there = Fake("A$1", "own", "o"), Fake("A$3", "own", "o")
    found = paired_numbers([*base, here, *other], [*comparator(3, "z"), there])
    assert names(found) == {(f"A$1.{it}", f"A$3.{it}") for it in ("bridge", "compare", "own")}
    long = [Fake("A$1", "bridge", "b"), Fake("A$1", "compare", "abcd", 4)]
    changed = [Fake("A$3", "bridge", "b"), Fake("A$3", "compare", "abce", 4)]
    found = paired_numbers([*long, *other], changed)
    assert names(found) == {(f"A$1.{it}", f"A$3.{it}") for it in ("bridge", "compare")}


def test_unmatched_classes_may_have_partners_that_were_not_loaded() -> None:
    # The new version may also have A$1, and the base A$2.
    found = paired_numbers([Fake("A$1", "run", "x")], [Fake("A$2", "run", "y")])
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])
    found = paired_numbers([Fake("A$1", "run", "x")], [Fake("A$1", "run", "y")])
    assert names(found) == {("A$1.run", "A$1.run")}
    before, after = Fake("A$1", "run", "k"), Fake("A$2", "run", "k")
    # A class was inserted above both classes.
    found = paired_numbers([before, Fake("A$2", "run", "x")], [after, Fake("A$3", "run", "y")])
    assert names(found) == {("A$1.run", "A$2.run"), ("A$2.run", "A$3.run")}
    found = paired_numbers([before, Fake("A$2", "run", "x")], [after, Fake("A$4", "run", "y")])
    assert names(found) == {("A$1.run", "A$2.run")}
    assert [one.have_partners for one in found.unsure] == [False]
    # Two classes are left on each side, with different numbers.
    found = paired_numbers(
        [Fake("A$1", "run", "x"), Fake("A$2", "run", "y")],
        [Fake("A$1", "run", "z"), Fake("A$3", "run", "w")],
    )
    assert (found.pairs, [one.have_partners for one in found.unsure]) == ([], [False])

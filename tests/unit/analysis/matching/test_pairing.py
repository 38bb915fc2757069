"""Tests which methods are paired if they have no partner of the same name."""

from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods
from kpath_jvm.analysis.matching.numbered import is_numbered
from kpath_jvm.analysis.matching.pairing import renamed


def found(directory: Path, base: list[Version], new: list[Version]) -> set[tuple[str, str]]:
    sides = [
        Side([versions_profile(directory, name, *versions)]).methods
        for name, versions in (("base", base), ("new", new))
    ]
    return {(f"{a.class_name}.{a.name}", f"{b.class_name}.{b.name}") for a, b in renamed(*sides)[0]}


def in_class(name: str, *methods: str, size: int = 10) -> list[Version]:
    made = []
    for at, method in enumerate(methods):
        sizes = dict.fromkeys(range(7), size + at)
        made.append(
            Version(class_name=name, name=method, digest=name, instructions=sizes).walked(LEFT)
        )
    return made


def test_methods_move_with_their_class(tmp_path: Path) -> None:
    # Both classes have methods named one and two, so only the code shows which class became which.
    base = in_class("a/Old", "one", "two", "three") + in_class("a/Else", "one", "two", size=40)
    new = in_class("b/New", "one", "two", "three") + in_class("b/Other", "one", "two", size=40)
    assert found(tmp_path, base, new) == {
        *((f"a/Old.{name}", f"b/New.{name}") for name in ("one", "two", "three")),
        *((f"a/Else.{name}", f"b/Other.{name}") for name in ("one", "two")),
    }


def test_overloads_of_a_moved_class_match_by_type(tmp_path: Path) -> None:
    # Either both sides recorded the classes a.X and b.X, or neither side did.
    def side(package: str, *others: Version) -> list[Version]:
        types = {"a": 10, "b": 40}
        made = [
            replace(one, descriptor=f"(L{type_}/X;)V")
            for type_, size in types.items()
            for one in in_class(f"{package}/C", "m", size=size)
        ]
        return [*made, *in_class(f"{package}/C", "other", size=70), *others]

    still_there = [*in_class("a/X", "get", size=90), *in_class("b/X", "get", size=120)]
    for others in ([], still_there):
        (directory := tmp_path / str(len(others))).mkdir()
        base, new = (
            Side([versions_profile(directory, f"{at}", *side(package, *others))]).methods
            for at, package in enumerate("ab")
        )
        here = [one for one in base if one.named.class_name == "a/C"]
        there = [one for one in new if one.named.class_name == "b/C"]
        # In either order, each overload is paired with the overload that has the same type.
        for come in (there, there[::-1]):
            found = {
                (one.named.name, one.named.descriptor, other.named.descriptor)
                for one, other in renamed(here, come)[0]
            }
            assert found == {
                ("m", "(La/X;)V", "(La/X;)V"),
                ("m", "(Lb/X;)V", "(Lb/X;)V"),
                ("other", "(I)V", "(I)V"),
            }


def test_a_method_has_no_partner_if_two_new_methods_have_its_code(tmp_path: Path) -> None:
    base = in_class("a/Old", "one")
    new = [*in_class("a/New", "x"), *in_class("a/Newer", "y")]
    assert found(tmp_path, base, new) == set()
    (tmp_path / "alone").mkdir()
    assert found(tmp_path / "alone", base, new[:1]) == {("a/Old.one", "a/New.x")}


def test_a_class_on_both_sides_matches_itself(tmp_path: Path) -> None:
    # Two removed methods have the new method's code. The one in the new method's class counts as
    # renamed.
    base = [*in_class("a/Gone", "gone"), *in_class("a/Here", "old")]
    new = in_class("a/Here", "new")
    assert found(tmp_path, base, new) == {("a/Here.old", "a/Here.new")}


def test_unexecuted_and_too_different_methods_are_no_partners(tmp_path: Path) -> None:
    straight = Version(((1,), (2, 3), (1,), ()), [(0, 1, 2, 1, 3)], name="short")
    walked = Version().walked(LEFT, RIGHT)
    assert found(tmp_path, [walked], [straight, Version(name="never")]) == set()


def test_the_most_similar_method_is_the_partner(tmp_path: Path) -> None:
    grown = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
    edited = dict.fromkeys(range(7), 10) | {3: 11}
    new = [
        Version(grown, name="grown", digest="b").walked(LEFT),
        Version(name="edited", digest="b", instructions=edited).walked(LEFT),
    ]
    assert found(tmp_path, [Version().walked(LEFT)], new) == {("demo/Work.run", "demo/Work.edited")}


def test_lambdas_of_equal_class_files_match_by_name(tmp_path: Path) -> None:
    lambda_ = Version(name="lambda$main$0", digest="d").walked(LEFT)
    base, new = (
        Side([versions_profile(tmp_path, cut, replace(lambda_, cut=cut))])
        for cut in ("back-edge", "loop-header")
    )
    (pair,) = match_methods(base, new)
    assert pair.base is not None
    assert pair.new is not None
    assert not pair.base.is_same(pair.new)
    assert (pair.code, pair.unsure) == ("same", None)


def test_numbered_methods_of_a_renamed_class_match_by_code(tmp_path: Path) -> None:
    def side(called: str, class_name: str, *lambdas: str, first: int = 1) -> Side:
        made = in_class(class_name, "main", "more", "rest", size=50)
        for at, code in enumerate(lambdas):
            for of, name in (("", f"lambda$main${at}"), (f"${at + first}", "run")):
                size = dict.fromkeys(range(7), 10 * int(code[1]))
                one = Version(
                    class_name=class_name + of, name=name, digest=called, code_digest=code + of[:1],
                    instructions=size,
                )  # fmt: skip
                made.append(one.walked(LEFT))
        return Side([versions_profile(tmp_path, called, *made)])

    def lambdas(base: Side, new: Side) -> tuple[set[tuple[str | None, str | None]], int]:
        pairs = [it for it in match_methods(base, new) if is_numbered(it.known.named)]
        names = {
            tuple(one and f"{one.class_name}.{one.name}" for one in (it.base, it.new))
            for it in pairs
            if it.unsure is None
        }
        return names, sum(it.unsure is not None for it in pairs)

    base = side("one", "a/A", "c1")
    # A lambda and a class are inserted above the old ones.
    assert lambdas(base, side("above", "a/B", "c2", "c1")) == (
        {
            ("a/A.lambda$main$0", "a/B.lambda$main$1"), (None, "a/B.lambda$main$0"),
            ("a/A$1.run", "a/B$2.run"), (None, "a/B$1.run"),
        },
        0,
    )  # fmt: skip
    # One of two lambdas with equal code is new, and so is one of two classes.
    assert lambdas(base, side("equal", "b/A", "c1", "c1")) == (set(), 4)
    # The only lambda was edited.
    assert lambdas(base, side("edited", "a/B", "c2"))[0] == {
        ("a/A.lambda$main$0", "a/B.lambda$main$0"), ("a/A$1.run", "a/B$1.run"),
    }  # fmt: skip


#: How often each method ran, by class file and by name. Some files lack a method.
Ran = dict[str, dict[str, int]]
#: For each class file, the method whose code differs from that in other files, or "neither".
Edits = dict[str, str]
FILES, NAMES = ("a", "b", "c"), ("one", "two")
EDITS = st.fixed_dictionaries(dict.fromkeys(FILES, st.sampled_from((*NAMES, "neither"))))
METHODS = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 9), min_size=1)
TIMES = st.one_of(st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(1, 9))), METHODS)
RUNS = st.dictionaries(st.sampled_from(FILES), TIMES, min_size=1)


def cost(edits: Edits, file: str, name: str) -> int:
    """Returns the bytecodes of each block of a method."""
    return 2 if edits[file] == name else 1


def of_files(directory: Path, called: str, edits: Edits, ran: Ran) -> Side:
    versions = [
        Version(
            name=name, digest=file, instructions=dict.fromkeys(range(7), cost(edits, file, name))
        ).walked(LEFT, times=times)
        for file, methods in ran.items()
        for name, times in methods.items()
    ]
    return Side([versions_profile(directory, called, *versions)])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS, base=RUNS, new=RUNS)
@example(
    {"a": "neither", "b": "one", "c": "two"},
    {"a": {"one": 1, "two": 5}, "b": {"one": 9, "two": 5}},
    {"a": {"one": 1, "two": 5}, "c": {"one": 9, "two": 5}},
)
def test_methods_with_a_name_on_both_sides_are_not_renamed(
    tmp_path: Path, edits: Edits, base: Ran, new: Ran
) -> None:
    """If both sides have a method's name, all versions with that name are added up."""
    own = Path(mkdtemp(dir=tmp_path))
    sides = [of_files(own, called, edits, ran) for called, ran in (("base", base), ("new", new))]
    found = difference(*sides, least_share=0)
    work: list[dict[str, int]] = [{}, {}]
    for of_side, ran in zip(work, (base, new), strict=True):
        for file, methods in ran.items():
            for name, times in methods.items():
                of_side[name] = of_side.get(name, 0) + times * cost(edits, file, name)
    on_both = work[0].keys() & work[1].keys()
    for pair in found.pairs:
        names = {one.name for one in pair.sides}
        assert len(names) == 1 or not names & on_both
    for name in on_both:
        # On the side with fewer versions, each version has a partner.
        own = [pair for pair in found.pairs if pair.known.name == name]
        versions = [sum(one.named.name == name for one in side.methods) for side in sides]
        assert sum(len(pair.sides) == 2 for pair in own) == min(versions)
        total, each = judge(
            found, [parsed(f"{what}(Work.{name}) > +5%") for what in ("total", "bytecodes")]
        )
        has_risen = work[1][name] > 1.05 * work[0][name]
        assert total.is_failed == has_risen
        assert each.is_failed or not has_risen


def test_a_version_that_only_one_side_has_is_new_or_gone(tmp_path: Path) -> None:
    # The base has two versions of "one", and the new side has two of "two". The second version of
    # "one" and the second version of "two" have equal code.
    edits = {"a": "neither", "b": "one", "c": "two"}
    sides = [
        of_files(tmp_path, called, edits, {file: {"one": 4, "two": 4} for file in files})
        for called, files in (("base", "ab"), ("new", "ac"))
    ]
    found = difference(*sides, least_share=0)
    conditions = ["gone-method(Work.*) > 1%", "new-method(Work.*) > 1%"]
    failed = [
        [(it.pair.known.name, it.pair.beside) for it, _ in outcome.larger]
        for outcome in judge(found, [parsed(one) for one in conditions])
    ]
    assert failed == [[("one", "method")], [("two", "method")]]

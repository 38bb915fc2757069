"""Checks the selected part of a profile against the rows of the whole profile."""

from pathlib import Path

import pytest

from builders.forests import ngram_counts
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.errors import KpathError


def titles(profile: Profile) -> list[str]:
    return [f"{row['class']}.{row['name']}" for row in profile.method_rows]


def selected(demo: Path, **filters: tuple[str, ...]) -> list[str]:
    return titles(select(Profile.open(demo), Selection(**filters)).profile)


def test_a_selection_without_filters_has_everything(demo: Path) -> None:
    profile = Profile.open(demo)
    found = select(profile, ALL)
    assert found.profile is profile
    assert found.is_all
    assert found.completions == found.all_completions == 68
    assert found.has_method(0)
    assert found.has_loop(0, 0)
    assert found.has_path(0, 2)


def test_methods_are_filtered_by_class_and_by_name(demo: Path) -> None:
    assert selected(demo, include=("Figure3",)) == ["demo/Figure3.run", "demo/Figure3.plain"]
    shaky = ["demo/Shaky$Inner.retry", "demo/Shaky.stuck"]
    assert selected(demo, include=("demo.Shaky",)) == shaky
    assert selected(demo, include=("demo/Sha*",), exclude=("Shared",)) == shaky
    assert selected(demo, include=("demo",), method=("run",), exclude=("Shared",)) == [
        "demo/Figure3.run"
    ]
    assert selected(demo, method=("Figure3.run", "s*")) == [
        "demo/Figure3.run", "demo/Tangle.spin", "demo/Shaky.stuck"
    ]  # fmt: skip
    assert selected(demo, method=("Inner.re*(Ljava/lang/Str",)) == ["demo/Shaky$Inner.retry"]
    assert selected(demo, method=("dem*.Sh*.*",)) == [
        "demo/Shaky$Inner.retry", "demo/Shaky.stuck", "demo/Shared.run", "demo/Shared.run"
    ]  # fmt: skip


def test_a_selected_method_has_the_whole_profile_s_figures(demo: Path) -> None:
    whole = Profile.open(demo)
    for method in ("Figure3.run", "retry", "spin"):
        found = select(whole, Selection(method=(method,)))
        number = whole.find_method(method)
        assert found.methods.tolist() == [number]
        assert found.profile.find_method(method) == number
        assert ngram_counts(found.profile, number) == ngram_counts(whole, number)
        assert found.profile.code(number).loops == whole.code(number).loops
        assert found.profile.decode(number, 1) == whole.decode(number, 1)
        assert found.completions == int(whole.method_rows.completed[number])
        assert found.has_method(number)
        assert not found.has_method(number + 1)
        assert not found.has_path(number + 1, 0)


def test_methods_below_the_least_share_are_left_out(demo: Path) -> None:
    whole = Profile.open(demo)
    costs = Costs(whole)
    sizes = set()
    for least in (0.01, 0.05, 0.1, 0.2, 0.25):
        found = select(whole, Selection(min_share=least)).methods.tolist()
        assert found == [i for i in range(7) if costs.of_method(i) >= least * costs.total]
        sizes.add(len(found))
    assert len(sizes) > 2
    with pytest.raises(KpathError, match=r"has 99 % of the recorded bytecodes; the largest share "):
        select(whole, Selection(min_share=0.99))


def test_merged_versions_are_selected_as_one_method(demo: Path) -> None:
    found = select(Profile.open(demo).merged(), Selection(include=("Shared",)))
    assert len(found.methods) == 1
    assert found.completions == 16


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"include": ("Figur3",)}, r"no class in .*matches 'Figur3'; did you mean demo\.Figure3"),
        ({"include": ("dmo.*",)}, r"did you mean demo\.\*"),
        (
            {"include": ("Figure3", "Xyzzy")},
            "matches 'Xyzzy'; perhaps none was loaded; write a class",
        ),
        ({"exclude": ("Figur",)}, r"did you mean demo\.Figure3"),
        ({"include": ("Huge",)}, r"'Huge': demo\.Huge was left out of the profile: too large"),
        ({"method": ("Figure3.ran",)}, r"no method Figure3\.ran in .*did you mean demo\.Figure3"),
        ({"method": ("xyz*",)}, r"no method xyz\*"),
        ({"include": ("Figure3",), "method": ("spin",)}, "the filters leave nothing"),
        ({"include": ("Figure3",), "exclude": ("demo",)}, "class Figure3, not class demo"),
    ],
)
def test_filters_that_match_nothing_are_refused(
    demo: Path, filters: dict[str, tuple[str, ...]], message: str
) -> None:
    with pytest.raises(KpathError, match=message) as failure:
        select(Profile.open(demo), Selection(**filters))
    assert "\n" not in str(failure.value)
    assert failure.value.exit_status == 2


def test_a_selected_loop_selects_its_paths(demo: Path) -> None:
    whole = Profile.open(demo)
    method = whole.find_method("Figure3.run")
    found = select(whole, Selection(method=("Figure3.run",), line=("11",)))
    assert found.loops == {method: frozenset({0})}
    assert found.has_loop(method, 0)
    blocks = set(whole.code(method).loops[0].blocks)
    for path in range(8):
        is_inside = bool(blocks & set(whole.decode(method, path).blocks))
        is_executed = (path,) in ngram_counts(whole, method)
        assert found.has_path(method, path) is (is_inside and is_executed)


def test_selections_are_described() -> None:
    selection = Selection(include=("a", "b"), method=("c\x1b",), line=("7",), min_share=0.05)
    assert selection.text == (
        r"class a or b, method c\u001b, loop around 7, 5 % of the recorded bytecodes or more"
    )
    assert ALL.text == ""
    kinds = ("include", "exclude", "method", "loop", "line")
    assert not any(Selection(**{kind: ("x",)}).is_all for kind in kinds)
    assert all(Selection(**{kind: "x"}).is_all for kind in ("thread", "jvm"))

"""Tests how paths are described by their decisions."""

from pathlib import Path

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.told import ToldMethod, path_names
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.source.annotation import SourceTexts


def told(
    demo: Path, name: str, sources: SourceTexts | None = None
) -> tuple[Profile, int, ToldMethod]:
    profile = Profile.open(demo)
    method = profile.find_method(name)
    return (
        profile,
        method,
        ToldMethod(profile.code(method), profile.method_rows.row(method), sources),
    )


def apart(demo: Path, name: str, *paths: int) -> list[str]:
    profile, method, decisions = told(demo, name)
    found = decisions.apart([profile.decode(method, path) for path in paths])
    return [", ".join(one.text for one in found[path]) for path in paths]


def test_paths_are_named_by_rank() -> None:
    names = path_names(range(100, 100 + 26 * 27 + 1))
    assert [names[100 + rank] for rank in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


def test_a_single_path_has_all_decisions(demo: Path) -> None:
    assert apart(demo, "Figure3.run", 3) == ["line 9 #1 i % 2 == 0: yes, line 9 #2 i >= n: yes"]


def test_several_paths_have_only_differing_decisions(demo: Path) -> None:
    assert apart(demo, "Figure3.run", 0, 2) == [
        "line 9 #1 i % 2 == 0: no", "line 9 #1 i % 2 == 0: yes",
    ]  # fmt: skip
    assert apart(demo, "Figure3.run", 2, 3) == ["line 9 #2 i >= n: no", "line 9 #2 i >= n: yes"]


def test_switches_and_handlers_are_described(demo: Path) -> None:
    assert apart(demo, "retry", 1) == ["line 40 switch (left): default"]
    assert apart(demo, "retry", 0) == ["line 40 switch (left): 3, 7"]
    assert apart(demo, "retry", 4) == ["caught IOException, line 44 tries > 9L: no"]


@pytest.mark.parametrize(
    ("operand", "told"),
    [
        # The simple name of an anonymous class is a number, such as 1.
        ("1.$assertionsDisabled", "line 21 assertion check (are assertions on?): no"),
        ("Scanner.$assertionsDisabled", "line 21 assertion check (are assertions on?): no"),
        ("Scanner.assertionsDisabled", "line 21 Scanner.assertionsDisabled: yes"),
        ("my$assertionsDisabled()", "line 21 my$assertionsDisabled(): yes"),
    ],
)
def test_checks_before_assertions_are_named(tmp_path: Path, operand: str, told: str) -> None:
    builder = RecordingBuilder(k=2)
    decision = (0, "true", "Z", [operand], [1, 0], [1, 2])
    method = builder.add(plain(decisions=[decision]))
    builder.count(method, 0, 5)
    write_profile(tmp_path / "checked.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "checked.kpath")
    decisions = ToldMethod(profile.code(0), profile.method_rows.row(0))
    assert [one.text for one in decisions.path(profile.decode(0, 0))] == [told]


@pytest.mark.parametrize(
    ("operand", "keys", "told"),
    [
        ("1.$SwitchMap$E[e.ordinal()]", [7], "compiler's number 7"),
        ("1.$SwitchMap$E[e.ordinal()]", [7, 9], "compiler's numbers 7, 9"),
        ("e.ordinal()", [0, 2], "ordinals 0, 2"),
        ("n", [7, 9], "7, 9"),
    ],
)
def test_keys_that_a_compiler_made_are_marked(
    tmp_path: Path, operand: str, keys: list[int], told: str
) -> None:
    builder = RecordingBuilder(k=2)
    method = builder.add(
        plain(decisions=[(0, "switch", "I", [operand], keys, [*[1] * len(keys), 2])])
    )
    builder.count(method, 0, 5)
    write_profile(tmp_path / "switch.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "switch.kpath")
    decisions = ToldMethod(profile.code(0), profile.method_rows.row(0))
    texts = [one.text for path in (0, 1) for one in decisions.path(profile.decode(0, path))]
    assert texts == [f"line 21 switch ({operand}): {one}" for one in (told, "default")]


@pytest.fixture
def sources(tmp_path: Path) -> SourceTexts:
    (tmp_path / "s" / "demo").mkdir(parents=True)
    return SourceTexts([tmp_path / "s"])


def write(tmp_path: Path, line: str) -> None:
    """Writes Figure3.java with ``line`` as line 9, where the loop is."""
    text = (
        f"package demo;\nclass Figure3 {{\nint n;\nvoid run(int i) {{\n\n\n\nprepare(i);\n{line}\n"
    )
    text += "even(i);\n\n\nodd(i);\n\ndone(i);\n\n}\n}\n"
    (tmp_path / "s" / "demo" / "Figure3.java").write_text(text)


def test_with_sources_decisions_have_their_text(
    demo: Path, tmp_path: Path, sources: SourceTexts
) -> None:
    write(tmp_path, "if (i % 2 != 0 || i < n)")
    profile, method, decisions = told(demo, "Figure3.run", sources)
    found = decisions.path(profile.decode(method, 3))
    assert [one.text for one in found] == ["i % 2 != 0: no", "i < n: no"]
    assert decisions.unmatched_lines(found) == []


def test_unmatched_decisions_are_described_by_bytecode(
    demo: Path, tmp_path: Path, sources: SourceTexts
) -> None:
    write(tmp_path, "if (i % 2 == 0 && i < n && more())")
    profile, method, decisions = told(demo, "Figure3.run", sources)
    found = decisions.path(profile.decode(method, 3))
    assert [one.text for one in found] == ["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: yes"]
    assert decisions.unmatched_lines(found) == [9]
    assert decisions.why_unmatched([9]) == [
        "the source has 3 conditions there, and the bytecode 2 branches"
    ]
    assert [one.plain()["matched"] for one in found] == [False, False]


def test_without_sources_nothing_is_unmatched(demo: Path) -> None:
    profile, method, decisions = told(demo, "Figure3.run")
    assert decisions.unmatched_lines(decisions.path(profile.decode(method, 3))) == []


def test_decisions_of_inlined_code_have_their_own_file_and_line(tmp_path: Path) -> None:
    """The class file has the branches on lines 9 and 12, which both stand for line 3 of Util.kt."""
    builder = RecordingBuilder()
    mapped = [(9, "Util.kt", "a/b", 3, 5), (12, "Util.kt", "a/b", 3, 6)]
    spec = figure_3(mapped=mapped)
    spec.blocks[4] = (21, 27, [(21, 15), (24, 12)])
    builder.add(spec)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    method = ToldMethod(profile.code(0), profile.method_rows.row(0))
    (path,) = method.apart([profile.decode(0, 3)]).values()
    assert [one.text for one in path] == [
        "Util.kt:3@5 i % 2 == 0: yes", "Util.kt:3@6 i >= n: yes",
    ]  # fmt: skip
    assert [one.plain()["place"] for one in path] == ["Util.kt:3@5", "Util.kt:3@6"]


def test_copies_at_one_place_have_ordinals(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    mapped = [(9, "Util.kt", "a/b", 3, 5), (12, "Util.kt", "a/b", 3, 5)]
    spec = figure_3(mapped=mapped)
    spec.blocks[4] = (21, 27, [(21, 15), (24, 12)])
    builder.add(spec)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    method = ToldMethod(profile.code(0), profile.method_rows.row(0))
    assert [one.text for one in method.path(profile.decode(0, 3))] == [
        "Util.kt:3 #1 i % 2 == 0: yes", "Util.kt:3 #2 i >= n: yes",
    ]  # fmt: skip

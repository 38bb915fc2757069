"""Tests which blocks have code from a line of a file, inlined or not."""

from pathlib import Path

import numpy as np
import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.code_lines import CodeLines, methods_of
from kpath_jvm.analysis.loops_at import loops_at
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """Returns a profile of three methods, each with some inlined code.

    The first method's loop begins on line 9 of Figure3.java. The code on the method's lines 10 and
    11 is inlined from a/b/Util.kt, and so is the code on line 24 of the second method. The third
    method's loop is inlined from c/Util.kt.
    """
    builder = RecordingBuilder()
    util = [(10, "Util.kt", "a/b", 10, 9), (11, "Util.kt", "a/b", 12, 9)]
    builder.add(figure_3(mapped=util))
    builder.add(plain(mapped=[(24, "Util.kt", "a/b", 10, -1), (22, "", "", 3, 21)]))
    loop = [(9, "Util.kt", "c", 10, -1)]
    builder.add(figure_3(class_name="demo/Other", mapped=loop))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "p.kpath")


@pytest.mark.parametrize(
    ("file", "line", "blocks"),
    [
        (None, 8, {0: {0}, 2: {0}}),
        (None, 10, {2: {2}}),
        (None, 9, {0: {0, 1, 4}}),
        (None, 3, {1: {1}}),
        (None, 22, {}),
        ("Util.kt", 10, {0: {2}, 1: {2}, 2: {0, 1, 4}}),
        ("b/Util.kt", 10, {0: {2}, 1: {2}}),
        ("a/b/Util.kt", 12, {0: {2}}),
        ("x/Util.kt", 10, {}),
        ("Figure3.java", 9, {0: {0, 1, 4}}),
        ("demo/Figure3.java", 10, {}),
        ("Figure3.java", 3, {1: {1}}),
    ],
)
def test_blocks_are_found_by_line_and_file(
    profile: Profile, file: str | None, line: int, blocks: dict[int, set[int]]
) -> None:
    assert CodeLines(profile, profile.method_rows.numbers, file).blocks_at(line) == blocks


def test_lines_are_found_only_in_the_given_methods(profile: Profile) -> None:
    lines = CodeLines(profile, np.array([1], dtype=np.int32), "Util.kt")
    assert lines.blocks_at(10) == {1: {2}}
    assert lines.is_at(1, 24, 10)
    assert not lines.is_at(1, 24, 24)
    assert not lines.is_at(0, 10, 10)


def test_methods_are_found_by_file(profile: Profile) -> None:
    assert methods_of(profile, "Util.kt").tolist() == [0, 1, 2]
    assert methods_of(profile, "c/Util.kt").tolist() == [2]
    assert methods_of(profile, "Util.kt", inlined=False).tolist() == []
    assert methods_of(profile, "Figure3.java", inlined=False).tolist() == [0, 1]


def test_loops_of_inlined_functions_are_found(profile: Profile) -> None:
    numbers = profile.method_rows.numbers
    assert loops_at(profile, numbers, ["Util.kt:10"], []) == {2: frozenset({0})}
    assert loops_at(profile, numbers, [], ["Util.kt:12"]) == {0: frozenset({0})}
    with pytest.raises(KpathError, match=r"no loop .* line 12 of Util\.kt; .*Figure3\.run:9"):
        loops_at(profile, numbers, ["Util.kt:12"], [])
    with pytest.raises(KpathError, match=r"no code at line 11 of Util\.kt; .* line 10 and line 12"):
        loops_at(profile, numbers, ["Util.kt:11"], [])
    with pytest.raises(KpathError, match=r"no loop .* line 8 of Other; .*begin at Util\.kt:10"):
        loops_at(profile, numbers, ["Other:8"], [])

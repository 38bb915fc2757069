"""Tests ``Arms``, which finds whether a branch is known to lead to a call or an allocation."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.analysis.advice.arms import Arms
from kpath_jvm.profile.places import Place
from kpath_jvm.source.annotation import SourceTexts

#: The row of the tested method. The method's block 0 ends, on line 1, with a branch to blocks 1
#: and 2.
ROW = {"class": "demo/It", "source": "It.java", "digest": ""}


def code(*lines: int) -> Any:
    """Returns an object in place of a MethodCode. ``lines`` has the source line of each block."""
    return SimpleNamespace(
        offsets=[(9 * block, 9 * block + 8) for block in range(len(lines))],
        lines=SimpleNamespace(of_block=lambda block: (lines[block],)),
        places=SimpleNamespace(of=lambda line: Place("", "", -1, line)),
    )


def texts(directory: Path, text: str) -> SourceTexts:
    (directory / "demo").mkdir()
    (directory / "demo" / "It.java").write_text(text)
    return SourceTexts([directory])


def test_recorded_calls_show_that_an_arm_calls() -> None:
    for offset, is_known in ((8, False), (9, True), (26, True), (27, False)):
        assert Arms(code(1, 2, 3), ROW, {offset}).call(0, {1, 2}) == is_known
    assert not Arms(code(1, 2, 3), ROW).call(0, {1, 2})


@pytest.mark.parametrize(
    ("first", "second", "is_known"),
    [
        ("if (f(x) < 0) {", "  n++;", False),
        ("if (f(x) < 0) {", "  n += g (x);", True),
        ("if (f(x) < 0) {", "  t = new int[3];", True),
        ("if (f(x) < 0) {", "  n = 'a' + m; // g(x)", False),
        ("if (f(x) < 0) {", "  if (a) { return (b); } /* g(x) */", False),
        ("if (f(x) < 0) n++;", "", False),
        ("if (f(x) < 0) n += g(x);", "", True),
        ("n = f(x) < 0 ? 1 : 2;", "", False),
        ("n = f(x) < 0 ? g(x) : 2;", "", True),
        ("while (f(x)) n++;", "", False),
    ],
)
def test_sources_show_that_an_arm_calls_or_allocates(
    tmp_path: Path, first: str, second: str, is_known: bool
) -> None:
    sources = texts(tmp_path, f"{first}\n{second}\n")
    own = code(1, 2 if second else 1, 1)
    assert Arms(own, ROW, (), sources).call(0, {1}) == is_known


def test_without_the_source_line_nothing_is_known(tmp_path: Path) -> None:
    sources = texts(tmp_path, "f(x);\n")
    assert not Arms(code(1, 7), ROW, (), sources).call(0, {1})
    assert not Arms(code(1, 2), ROW | {"class": "other/It"}, (), sources).call(0, {1})

"""Tests how programs with equal names are told apart by their working directories."""

import pytest

from kpath_jvm.records.working_directories import several_directories, told_apart


def test_only_equal_names_need_directories() -> None:
    programs = [
        ("app.jar", "/build/a/core"), ("worker", "/build/a/core"), ("app.jar", "/build/b/core"),
        ("app.jar", "/build/b/core"), ("tool", None), ("tool", "/build/tool"),
    ]  # fmt: skip
    assert told_apart(programs) == [
        "app.jar in a/core", "worker", "app.jar in b/core", "app.jar in b/core", "tool",
        "tool in tool",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("directories", "text"),
    [
        ([], ""),
        ([None, "/build/core"], ""),
        (["/build/core", "/build/core"], ""),
        (["/build/web", "/build/core"], "core and web"),
        (["/a/core", "/b/core", None], "a/core and b/core"),
        (["/", "/core"], "/ and core"),
        (["/1", "/2", "/3"], "1, 2 and 3"),
        (["/1", "/2", "/3", "/4"], "1, 2, 3 and 1 more directory"),
        (["/1", "/2", "/3", "/4", "/5"], "1, 2, 3 and 2 more directories"),
    ],
)
def test_directories_are_shortened_to_their_last_parts(
    directories: list[str | None], text: str
) -> None:
    assert several_directories(directories) == text

"""Tests that every promise in docs/reliability.md names tests, and that these tests exist."""

import re
from pathlib import Path

import pytest

from kpath_command import REPOSITORY

PAGE = REPOSITORY / "docs" / "reliability.md"
#: The first line of each table.
HEAD = "| promise | tests |"
JAVA_CLASSES = {path.stem: path for path in REPOSITORY.glob("agent/*/src/test/java/**/*.java")}


def missing(page: str) -> list[str]:
    """Returns a page's promises that have no test, and the named tests that don't exist."""
    found = []
    rows = [line for line in page.splitlines() if line.startswith("| ") and line != HEAD]
    assert rows
    for row in rows:
        promise, named = row.strip("| ").rsplit(" | ", 1)
        tests = re.findall(r"`([^`]+)`", named)
        if not tests:
            found.append(promise)
        file = ""
        for test in tests:
            place, _, name = test.partition("::")
            file = place or file
            if not is_there(file, name):
                found.append(test)
    return found


def is_there(file: str, name: str) -> bool:
    """Returns whether a test exists: a class or file of tests, or a method or function in one."""
    if not file.endswith(".py"):
        path = JAVA_CLASSES.get(file)
        return path is not None and (not name or f" void {name}(" in path.read_text("utf-8"))
    path = Path(REPOSITORY / "tests" / file)
    return path.is_file() and (not name or f"\ndef {name}(" in path.read_text("utf-8"))


def test_each_promise_names_existing_tests() -> None:
    assert missing(PAGE.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("| It holds. | nothing |", ["It holds."]),
        ("| It holds. | `unit/test_nowhere.py` |", ["unit/test_nowhere.py"]),
        ("| It holds. | `NoSuchTest` |", ["NoSuchTest"]),
        ("| It holds. | `PartsTest::noSuch` |", ["PartsTest::noSuch"]),
        ("| It holds. | `unit/test_seals.py`, `::test_no` |", ["::test_no"]),
    ],
)
def test_the_check_finds_missing_tests(row: str, told: list[str]) -> None:
    assert missing(f"{HEAD}\n{row}\n{HEAD}\n{row}\n") == told * 2

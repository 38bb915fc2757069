"""Tests that only one module decides how exact counts are. Other modules print its decision."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kpath_command import REPOSITORY
from kpath_jvm.records.completeness import Verdict

SOURCES = REPOSITORY / "orchestrator" / "kpath_jvm"
HOME = SOURCES / "records" / "completeness.py"
WORDS = {str(verdict) for verdict in Verdict}
#: The only modules that may read a run's record: they write records, add records up, or belong to
#: the profile. All other modules ask the profile, which also considers its own tables.
MAY_READ_THE_RECORD = {
    "profile/model.py", "sessions/follow/records.py", "sessions/follow/session.py",
}  # fmt: skip


def offences(tree: ast.AST, place: str) -> Iterator[str]:
    """Yields the places in a module that decide how exact a profile is, or read a run's record."""
    for node in ast.walk(tree):
        at = f"{place}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom) and node.module == "kpath_jvm.records.completeness":
            names = {alias.name for alias in node.names} & {"Verdict", "VERDICTS"}
            if names:
                yield f"{at} imports {names}"
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_is_word(side) for side in sides) and any(map(_is_verdict, sides)):
                yield f"{at} compares a verdict"
        asks = isinstance(node, ast.Attribute) and ast.unparse(node).endswith(".run.completeness")
        if asks and place not in MAY_READ_THE_RECORD:
            yield f"{at} asks the record and not the profile"


def _is_word(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_is_word, node.elts))
    return isinstance(node, ast.Constant) and node.value in WORDS


def _is_verdict(node: ast.expr) -> bool:
    text = ast.unparse(node)
    return any(word in text.lower() for word in ("verdict", "completeness"))


def test_no_other_module_decides_how_exact_a_profile_is() -> None:
    found = []
    for file in sorted(SOURCES.rglob("*.py")):
        if file != HOME:
            place = file.relative_to(SOURCES).as_posix()
            found += offences(ast.parse(file.read_text("utf-8")), place)
    assert found == []


def test_no_script_of_the_page_decides_how_exact_counts_are() -> None:
    for file in (SOURCES / "reports").rglob("*.js"):
        text = file.read_text("utf-8")
        assert not [word for word in WORDS if f'=== "{word}"' in text or f'== "{word}"' in text]


@pytest.mark.parametrize(
    "code",
    [
        'if summary["completeness"]["verdict"] == "exact": pass',
        'if "lower bounds" != completeness.verdict: pass',
        'ok = run.verdict in ("exact", "truncated")',
        "from kpath_jvm.records.completeness import Verdict",
        "words = profile.run.completeness.reasons",
    ],
)
def test_the_check_finds_a_deciding_module(code: str) -> None:
    assert list(offences(ast.parse(code), "reports/header.py"))


def test_the_check_accepts_allowed_code() -> None:
    code = (
        'from kpath_jvm.records.completeness import Cause\nif item["exact"] == "x": pass\n'
        "words = profile.completeness.text"
    )
    assert list(offences(ast.parse(code), "reports/header.py")) == []
    places = {SOURCES / place for place in MAY_READ_THE_RECORD}
    assert all(map(Path.is_file, places))

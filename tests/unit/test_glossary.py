"""Tests that docs/glossary.md has each term once and in order, and that the types agree with it."""

import ast
import itertools
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from kpath_command import REPOSITORY

PAGE = REPOSITORY / "docs" / "glossary.md"

#: Public types that are named like a term but mean something else; the values say what they mean.
OTHERWISE = {
    "Context": "a history of iterations (analysis/advice)",
    "Cost": "the CPU time of a burst (sessions/bursts)",
    "Engine": "DuckDB or Spark (fleet)",
    "Iteration": "an iteration of a workload (records)",
    "Iterations": "how many iterations a method's paths may have (recording)",
    "Loops": "a micro-benchmark",
    "Plan": "the plan of an experiment (evaluation)",
    "Run": "a profiler and its options (evaluation)",
    "Runs": "the parts of trips that lie in a loop (analysis)",
    "Trip": "the completions of a path that made the same decisions (analysis)",
    "Verb": "a request that a recording serves (control)",
    "Way": "a way to run a profiler (evaluation)",
    "Window": "a path window (runtime/windows)",
}


@dataclass(frozen=True)
class Row:
    """A row of the table: a term's names, meaning and types. The first name decides the order."""

    names: tuple[str, ...]
    meaning: str
    types: frozenset[str]


def rows_of(page: str) -> list[Row]:
    rows = []
    for line in page.splitlines():
        if not line.startswith("| ") or line.startswith("| term |"):
            continue
        term, meaning, types = (cell.strip() for cell in line.strip("|").split(" | "))
        names = tuple(name.strip(" ()") for name in re.split(r" \(|, ", term))
        rows.append(Row(names, meaning, frozenset(re.findall(r"`(\w+)`", types))))
    return rows


def mistakes(page: str, words: str, public: frozenset[str], all_types: frozenset[str]) -> list[str]:
    """Returns what is wrong with a glossary.

    Args:
        page: The text of the glossary.
        words: All text, in lower case, in which terms may be used.
        public: The names of public types.
        all_types: The names of all types.
    """
    rows = rows_of(page)
    found = ["no terms"] if not rows else []
    names = [name.casefold() for row in rows for name in row.names]
    found += [
        f"{name} is defined twice" for name in sorted({n for n in names if names.count(n) > 1})
    ]
    first = [row.names[0] for row in rows]
    found += [
        f"{after} stands after {before}"
        for before, after in itertools.pairwise(first)
        if before.casefold() > after.casefold()
    ]
    for row in rows:
        found += [
            f"{name} is used nowhere"
            for name in row.names
            if not re.search(rf"\b{re.escape(name.casefold())}(s|es)?\b", words)
        ]
        found += [f"there is no type {name}" for name in sorted(row.types - all_types)]
        if not row.meaning:
            found.append(f"{row.names[0]} has no meaning")
    claimed = {name: row for row in rows for name in row.types}
    for row in rows:
        spellings = {plain(name) for name in row.names} | {plain(name) + "s" for name in row.names}
        for name in sorted(public):
            if name.lower() in spellings and claimed.get(name) is not row:
                found.append(f"the type {name} has the name of the term {row.names[0]}")
    return found


def plain(name: str) -> str:
    """Returns a term as a type's name would be written, but in lower case."""
    return re.sub(r"\W", "", name).lower()


@cache
def python_types() -> frozenset[str]:
    return frozenset(
        node.name
        for path in (REPOSITORY / "orchestrator" / "kpath_jvm").rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def java_sources() -> list[Path]:
    """Returns our Java sources. Those in kit-apis are left out, because their names aren't ours."""
    sources = [
        *(REPOSITORY / "agent").glob("*/src/main/java/**/*.java"),
        *(REPOSITORY / "benchmarks").glob("**/src/main/java/**/*.java"),
    ]
    return [path for path in sources if "kit-apis" not in path.parts]


@cache
def java_types() -> frozenset[str]:
    return frozenset(path.stem for path in java_sources())


@cache
def public_types() -> frozenset[str]:
    public = (
        path.stem
        for path in java_sources()
        if re.search(
            rf"^public [\w ]*\b(class|record|interface|enum) {path.stem}\b",
            path.read_text("utf-8"),
            re.MULTILINE,
        )
    )
    return python_types() | frozenset(public)


@cache
def all_text() -> str:
    """Returns all text in which terms may be used, except the glossary itself."""
    files = [
        *(path for path in (REPOSITORY / "docs").rglob("*.md") if path != PAGE),
        *(REPOSITORY / "orchestrator" / "kpath_jvm").rglob("*.py"),
        *java_sources(),
    ]
    text = "\n".join(path.read_text("utf-8") for path in files)
    return re.sub(r"\s+", " ", text).casefold()


def test_the_glossary_has_no_mistakes() -> None:
    public = public_types() - OTHERWISE.keys()
    everything = python_types() | java_types()
    assert mistakes(PAGE.read_text("utf-8"), all_text(), public, everything) == []


def test_types_with_another_meaning_exist_and_have_a_terms_name() -> None:
    assert OTHERWISE.keys() <= public_types()
    spellings = {
        spelling
        for row in rows_of(PAGE.read_text("utf-8"))
        for name in row.names
        for spelling in (plain(name), plain(name) + "s")
    }
    assert {name for name in OTHERWISE if name.lower() not in spellings} == set()


HEAD = "| term | meaning | types |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("", "no terms"),
        ("| cut | a moment |  |\n| Cut | an edge |  |\n", "cut is defined twice"),
        ("| cut (probe) | a |  |\n| probe | b |  |\n", "probe is defined twice"),
        ("| probe | b |  |\n| cut | a |  |\n", "cut stands after probe"),
        ("| flurble | nobody says it |  |\n", "flurble is used nowhere"),
        ("| cut |  |  |\n", "cut has no meaning"),
        ("| cut | a moment | `Cuts`, `Snips` |\n", "there is no type Snips"),
        ("| cut | a moment |  |\n", "the type Cuts has the name of the term cut"),
        ("| cut | a |  |\n| probe | b | `Cuts` |\n", "the type Cuts has the name of the term cut"),
    ],
)
def test_each_mistake_in_a_glossary_is_reported(rows: str, told: str) -> None:
    types = frozenset({"Cuts"})
    assert told in mistakes(HEAD + rows, "a cut moves a probe", types, types)


def test_the_check_accepts_a_glossary_without_mistakes() -> None:
    types = frozenset({"Cuts"})
    page = f"{HEAD}| cut | a moment | `Cuts` |\n| probe | a call |  |\n"
    assert mistakes(page, "cuts move a probe", types, types) == []

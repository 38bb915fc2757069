"""Tests rules about the code, some of them with tools."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kpath_command import REPOSITORY

TOOLS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ["lint-imports", "--no-cache"],
        ["ruff", "check", "."],
        pytest.param(["mypy"], marks=pytest.mark.slow),
    ],
    ids=["imports", "lint", "types"],
)
def test_every_tool_finds_nothing(command: list[str]) -> None:
    tool = TOOLS / command[0]
    assert tool.is_file(), f"no {command[0]}: install the extra 'test'"
    done = subprocess.run(
        [str(tool), *command[1:]],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "orchestrator")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_unpickled_or_evaluated() -> None:
    """A profile that comes from somebody else is data, and must never be run as code."""
    banned = {"pickle", "marshal", "shelve", "dill", "joblib", "yaml"}
    for file in (REPOSITORY / "orchestrator").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Attribute):
                names = [node.attr] if node.attr in ("read_pickle", "to_pickle") else []
                assert not names, f"{file}:{node.lineno}"
            elif isinstance(node, ast.keyword):
                assert node.arg != "allow_pickle", f"{file}:{node.lineno}"
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec"), f"{file}:{node.lineno}"
            assert not banned & {name.partition(".")[0] for name in names}, f"{file}:{node}"


def overridden_hooks(sources: Iterable[str]) -> set[str]:
    """Returns the private methods that override a private method of a base class, as ``C._m``."""
    bases: dict[str, list[str]] = {}
    own: dict[str, set[str]] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                names = [ast.unparse(base).partition("[")[0] for base in node.bases]
                bases[node.name] = [name.rpartition(".")[2] for name in names]
                own[node.name] = {
                    it.name
                    for it in node.body
                    if isinstance(it, ast.FunctionDef)
                    and it.name.startswith("_")
                    and not it.name.startswith("__")
                }
    found = set()
    for name in bases:
        waiting = list(bases[name])
        while waiting:
            base = waiting.pop()
            found |= {f"{name}.{hook}" for hook in own[name] & own.get(base, set())}
            waiting += bases.get(base, [])
    return found


def test_no_class_overrides_a_hook_of_another() -> None:
    """Recordings of different kinds differ in their components (docs/decisions/0068)."""
    files = (REPOSITORY / "orchestrator" / "kpath_jvm").rglob("*.py")
    assert overridden_hooks(file.read_text("utf-8") for file in files) == set()


def test_a_hook_that_is_overridden_is_found() -> None:
    base = "class A:\n def _hook(self): ...\n def __init__(self): ...\n def open(self): ..."
    between = "class B(module.A[int]): ..."
    own = "class C(B):\n def _hook(self): ...\n def __init__(self): ...\n def open(self): ..."
    assert overridden_hooks([base, between, own]) == {"C._hook"}


def test_the_java_code_of_agent_and_benchmarks_is_independent() -> None:
    """Checks the poms, because the compiler finds only the modules that a module's pom names."""
    poms = {
        str(pom.parent.relative_to(REPOSITORY)): ElementTree.parse(pom)
        for base in ("agent", "benchmarks")
        for pom in (REPOSITORY / base).rglob("pom.xml")
        if "target" not in pom.parts
    }
    pattern = "{*}dependencies/{*}dependency/{*}artifactId"
    ours = {"kpath-runtime", "kpath-core", "kpath-engine", "kpath-agent", "kpath-jmh"}
    evaluation = {"kpath-workloads", "kpath-kit-apis", "kpath-micro"}
    known = {
        module: {it.text for it in pom.iterfind(pattern)} & (ours | evaluation)
        for module, pom in poms.items()
    }
    own = {pom.findtext("{*}artifactId") for pom in poms.values()}
    assert own == ours | evaluation | {"kpath-parent"}
    assert known["benchmarks"] == {"kpath-kit-apis"}
    assert known["benchmarks/kit-apis"] == set()
    assert known["benchmarks/micro"] == set()
    assert known["agent/jmh"] == set()
    for module, modules in known.items():
        assert module.startswith("benchmarks") or not modules & evaluation, module


def folders_of_the_map(page: str) -> list[str]:
    """Returns the folders in the tables of the design's map, in the order of the tables."""
    map_ = page.partition("## The map")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", map_, re.MULTILINE)


def folders_of_the_code() -> set[str]:
    """Returns our Python package's folders, and the Java packages without their common prefix.

    A folder with only compiled Python files is left out: its sources were removed or renamed.
    """
    package = REPOSITORY / "orchestrator" / "kpath_jvm"
    folders = {
        str(folder.relative_to(package.parent))
        for file in package.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
        for folder in [file.parent, *file.parent.parents]
        if folder.is_relative_to(package)
    }
    for base in ("agent", "benchmarks"):
        for source in (REPOSITORY / base).glob("**/src/main/java/**/*.java"):
            place = source.as_posix().partition("/src/main/java/")[2].rpartition("/")[0]
            folders.add(place.removeprefix("org/kpathjvm/") or source.stem)
    return folders | {"kpath_jvm/jars"}


def test_the_table_of_tests_has_every_folder() -> None:
    page = (REPOSITORY / "docs" / "design.md").read_text("utf-8")
    assert folders_of_the_tests(page) == {
        folder.name
        for folder in (REPOSITORY / "tests").iterdir()
        if folder.is_dir() and any(folder.glob("**/*.py"))
    } | {"targets"}


def test_folders_are_read_from_the_table_of_tests() -> None:
    page = "## The tests\n\n| folder | |\n|---|---|\n| `unit`, `oracle` | all |\n\n## More\n| `x` |"
    assert folders_of_the_tests(page) == {"unit", "oracle"}


def folders_of_the_tests(page: str) -> set[str]:
    table = page.partition("## The tests")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def mistakes_of_the_map(named: list[str], there: set[str]) -> list[str]:
    """Returns messages about folders that the map lacks or names twice, or that don't exist."""
    return [
        *(f"not in the map: {folder}" for folder in sorted(there - set(named))),
        *(f"not there: {folder}" for folder in sorted(set(named) - there)),
        *(f"twice: {folder}" for folder in sorted({it for it in named if named.count(it) > 1})),
    ]


def test_the_map_has_every_folder_and_names_nothing_else() -> None:
    page = (REPOSITORY / "docs" / "design.md").read_text("utf-8")
    assert mistakes_of_the_map(folders_of_the_map(page), folders_of_the_code()) == []


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("| `cli` | verbs |", "not in the map: core/cfg"),
        ("| `cli` | verbs |\n| `core/cfg` | graphs |\n| `gone` | |", "not there: gone"),
        ("| `cli` | verbs |\n| `core/cfg` | graphs |\n| `cli` | verbs |", "twice: cli"),
    ],
)
def test_each_mistake_in_a_map_is_reported(rows: str, told: str) -> None:
    page = f"# Design\n\n## The map\n\n| folder | |\n|---|---|\n{rows}\n\n## Other\n\n| `x` | |\n"
    assert mistakes_of_the_map(folders_of_the_map(page), {"cli", "core/cfg"}) == [told]

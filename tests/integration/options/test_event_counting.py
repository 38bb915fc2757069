"""Counts must stay the same when event counting or a guide moves increments to other edges."""

import json
from pathlib import Path

import pytest

from inline_paths import paths_of, recorded
from kpath_jvm.recording.inline import read_inline
from kpath_jvm.sessions.guide import Guide
from oracle.harness import Program, compile_program
from oracle.random_programs import random_program
from oracle.repeating_graphs import repeating_program
from oracle.targets import DIRECTORY, compiled, read_target


@pytest.mark.parametrize(
    ("profiler", "name"),
    [
        ("edge", "NestedLoops"),
        ("edge-chords", "3"),
        pytest.param("edge", "3", marks=pytest.mark.slow),
        pytest.param("edge-chords", "NestedLoops", marks=pytest.mark.slow),
    ],
)
def test_a_guide_made_of_edges_changes_no_counts(name: str, profiler: str, tmp_path: Path) -> None:
    """No guide changes the counts of paths, whether it is made of counts of edges or of paths.

    In NestedLoops, no exception leaves a method. So both guides give each path the same number.
    """
    target = program(name, tmp_path)
    plain = recorded(target, tmp_path, "plain", "profiler=blpp-hash")
    edges = recorded(target, tmp_path, "edges", f"profiler={profiler}", max_paths=None)
    found = {}
    for guided, earlier in (("by-paths", plain), ("by-edges", edges)):
        guide = tmp_path / f"{guided}.guide"
        guide.write_bytes(Guide.of(earlier, packs=False).content)
        profile = recorded(target, tmp_path, guided, f"profiler=blpp,guide={guide}")
        assert paths_of(profile) == paths_of(plain)
        text = (tmp_path / guided / "methods.jsonl").read_text("utf-8")
        methods = [json.loads(line) for line in text.splitlines()]
        found[guided] = {one["name"]: one["hot"] for one in methods if "hot" in one}
    assert found["by-paths"] != {}
    assert found["by-edges"] != {}
    if name == "NestedLoops":
        assert found["by-edges"] == found["by-paths"]


def program(name: str, directory: Path) -> Program:
    """Returns a hand-written target, a seed's random program, or a program with random graphs."""
    if name == "graphs":
        return repeating_program(0, directory)
    if not name.isdigit():
        return compiled(read_target(DIRECTORY / f"{name}.java"))
    source = directory / "Main.java"
    source.write_text(random_program(int(name)), encoding="utf-8")
    return compile_program(source, directory / "classes")


@pytest.mark.parametrize("name", ["CaughtInLoop", "3", "graphs"])
def test_event_counting_changes_no_counts(name: str, tmp_path: Path) -> None:
    """Counts in arrays and in hash tables, with and without path numbers from a guide."""
    target = program(name, tmp_path)
    plain = recorded(target, tmp_path, "plain", "profiler=blpp-hash")
    expected = paths_of(plain)
    guide = tmp_path / "guide"
    guide.write_bytes(Guide.of(plain, packs=False).content)
    variants = {
        "chords": "profiler=blpp",
        "few": "profiler=blpp,array-paths=3",
        "guided": f"profiler=blpp,array-paths=3,guide={guide}",
        "smart": f"profiler=blpp-hash,guide={guide}",
    }
    for variant, options in variants.items():
        profile = recorded(target, tmp_path, variant, options)
        assert paths_of(profile) == expected, variant
    figures = read_inline(tmp_path / "few").figures
    assert figures.hash_operations is not None
    assert 0 < figures.hash_operations < figures.items == expected.total()
    for variant in ("guided", "smart"):
        methods = (tmp_path / variant / "methods.jsonl").read_text("utf-8")
        assert '"hot":' in methods

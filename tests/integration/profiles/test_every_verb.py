"""For each profiler's profile, each verb that reads one profile answers or prints an error line."""

import json
import re
from pathlib import Path

import pytest

import kpath_command as kpath
import verb_runs
from kpath_jvm import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.profilers import PROFILERS
from oracle.harness import Program
from oracle.targets import DIRECTORY, compiled, read_target
from reading_verbs import without_command

#: Profilers that don't record Ball-Larus paths.
OF_EDGES = {"edge", "edge-chords", "spp"}
#: Profilers with extended paths, which ``export --table extended`` writes.
OF_EXTENDED = {"kiter", "spp", "ol"}
#: Profilers whose tests aren't marked as slow.
QUICK = OF_EXTENDED
METHOD = "NestedLoops.main"
#: Commands without the name of the profile. They work with a profile of any profiler.
ANY = [
    ["report"], ["report", "--json"], ["report", "--format", "md"], ["report", "--top", "1"],
    ["report", "--method", METHOD], ["report", "--method", METHOD, "--sources", str(DIRECTORY)],
    ["report", "--min-share", "1%"], ["report", "--no-merge"],
    ["branches"], ["branches", "--json"], ["branches", "--format", "md"],
    ["draw", "cfg", METHOD], ["draw", "cfg", METHOD, "--all-blocks"],
    ["html", "-o", "page.html", "--force"], ["html", "-o", "page.html", "--force", "--top", "1"],
    ["export", "--format", "jsonl"],
    *(["export", "--format", "csv", "--table", table]
      for table in ("methods", "loops", "branches")),
]  # fmt: skip
#: Commands without the name of the profile. All but ``report`` need Ball-Larus paths.
OF_PATHS = [
    ["tree", METHOD], ["tree", METHOD, "--json"], ["tree", METHOD, "--format", "md"],
    ["advise"], ["advise", "--json"], ["advise", "--format", "md"], ["predict"],
    ["predict", "--json"], ["draw", "tree", METHOD], ["draw", "cfg", METHOD, "--path", "A"],
    ["export", "--format", "collapsed"], ["export", "--format", "csv"],
    ["export", "--format", "csv", "--table", "paths"],
    ["export", "--format", "speedscope"], ["export", "--format", "flamegraph"],
    ["report", "-k", "1"],
]  # fmt: skip
#: Verbs that print the completeness on stderr if a profile isn't exact.
ON_STDERR = {"export", "draw"}
#: Verbs that take more or other inputs than one profile. Their own tests use profiles of several
#: profilers.
OF_SEVERAL = {
    "diff", "check", "merge", "store", "fleet", "overlap", "bounds", "structure",
}  # fmt: skip


@pytest.fixture(scope="module")
def program() -> Program:
    kpath.ensure_jars()
    return compiled(read_target(DIRECTORY / "NestedLoops.java"))


def recorded(program: Program, profiler: str, directory: Path, *options: str) -> Path:
    done = kpath.run(
        *("run", "--profiler", profiler, *options, "--no-report", "-o", "p.kpath"),
        *("--", "java", "-cp", str(program.classes), program.main),
        directory=directory,
    )
    assert done.returncode == 0, done.stderr
    return directory / "p.kpath"


def said(words: list[str], profile: Path) -> tuple[int, str, str]:
    """Runs a verb on the profile and returns its status, stdout and stderr."""
    at = 2 if words[0] == "draw" else 1
    return verb_runs.said([*words[:at], str(profile), *words[at:]])


def test_each_verb_that_reads_profiles_is_here() -> None:
    assert without_command([*ANY, *OF_PATHS], OF_SEVERAL) == set()


@pytest.mark.parametrize(
    "profiler",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in PROFILERS],
)
def test_every_verb_answers_or_prints_one_error_line(
    program: Program, profiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = recorded(program, profiler, tmp_path)
    monkeypatch.chdir(tmp_path)
    opened = Profile.open(profile)
    counted = opened.table("extended").column("method").to_pylist()
    worth = opened.completeness
    told = "" if worth.is_exact else printable(f"kpath-jvm: {profile}: {worth.text}") + "\n"
    for words in ANY:
        status, text, error = said(words, profile)
        assert (status, error) == (0, told if words[0] in ON_STDERR else ""), (words, error)
        assert text
        looks_sensible(words, text)
    for words in OF_PATHS:
        status, text, error = said(words, profile)
        if profiler in OF_EDGES and words[0] != "report":
            lines = error.removeprefix(told).splitlines()
            assert (status, text, len(lines)) == (2, "", 1), words
            assert "paths" in error, words
        elif words[0] == "advise" and opened.run.k == 1:
            assert (status, text, len(error.splitlines())) == (2, "", 1), words
            assert "has single paths only" in error
        else:
            assert (status, error) == (0, told if words[0] in ON_STDERR else ""), (words, error)
            looks_sensible(words, text)
    for table, profilers in (("edges", OF_EDGES), ("extended", OF_EXTENDED)):
        status, text, error = said(["export", "--format", "csv", "--table", table], profile)
        lines = error.removeprefix(told).splitlines()
        expected = (0, True, 0) if profiler in profilers else (2, False, 1)
        assert (status, bool(text), len(lines)) == expected, (table, error)
    for method in opened.method_rows.numbers.tolist():
        row = opened.method_rows.row(method)
        name = f"{row['class']}.{row['name']}"
        status, text, error = said(["draw", "cfg", name, "--path", "X1"], profile)
        if method in counted:
            assert (status, error) == (0, told)
        else:
            assert status == 2
            assert re.search(r"has no (extended path X1|completed path|counted edge)", error)


def looks_sensible(words: list[str], text: str) -> None:
    """Checks that JSON can be parsed, and that text has no nan, inf, None or traceback."""
    if "--json" in words or "jsonl" in words or "speedscope" in words:
        for line in text.splitlines() if "jsonl" in words else [text]:
            json.loads(line)
        return
    # The data in an HTML page are base64, in which any word may occur.
    text = re.sub(r'<script type="application/octet-stream"[^<]*', "", text)
    assert not re.search(r"\bnan\b|\bNone\b|\binf\b|Traceback", text), (words, text)


def test_jsonl_has_structural_paths(program: Program, tmp_path: Path) -> None:
    """Each method has a line with its structural paths, given as the offsets of their blocks."""
    profile = Profile.open(recorded(program, "spp", tmp_path, "--threshold", "0"))
    status, text, _ = said(["export", "--format", "jsonl"], tmp_path / "p.kpath")
    assert status == 0
    lines = [json.loads(line) for line in text.splitlines()]
    assert {line["profiler"] for line in lines} == {"spp"}
    exported = {
        (line["id"], path["graph"], path["number"]): path
        for line in lines
        for path in line["paths"]
    }
    table = profile.merged(across_loaders=False).table("extended").to_pylist()
    assert len(exported) == len(table) > 5
    for row in table:
        path = exported[row["method"], row["graph"], row["number"]]
        offsets = profile.code(row["method"]).offsets
        assert path["kind"] == "window"
        assert path["blocks"] == [list(offsets[block]) for block in row["blocks"]]
        assert (path["start"], path["end"]) == (row["start"], row["end"])
        assert path["count"] == row["count"]
        # All path completions were counted, so no estimate is needed.
        assert path["estimate"] is None
        assert path["other"] is None

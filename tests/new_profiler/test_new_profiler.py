"""Tests a new inline profiler, which takes just five new or changed files.

The profiler counts method entries and back edges, as virtual machines do to find hot code. The
profiler's three Java classes are in the folder ``java``. The tests add them to a copy of the jars,
add a constant to the agent's Profiler.java, and add a descriptor to kpath_jvm.profilers.
"""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from builders.turns import on_every_jdk
from edge_checks import against_trace
from integration.test_profilers_on_jdks import Case, Recorded, built, record_inline, traced
from kpath_jvm import profilers
from kpath_jvm.cli.options.agent_options import agent_parameters
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from kpath_jvm.profilers import Profiler, Tells
from kpath_jvm.recording.inline import read_inline
from oracle.edges import edge_profiles
from oracle.harness import compile_java
from oracle.oracle import MethodKey

pytestmark = pytest.mark.slow
REPOSITORY = Path(__file__).resolve().parents[2]
NEW_CLASSES = sorted((Path(__file__).parent / "java").rglob("*.java"))
#: The file with the agent's descriptors. The new constant is put after the text ``AFTER``.
DESCRIPTORS = REPOSITORY / "agent/agent/src/main/java/org/kpathjvm/agent/options/Profiler.java"
AFTER = '  EDGE_CHORDS(options -> EdgeScheme.onChords(), "EdgeProbes"),\n'
CONSTANT = """
  /** Method entries and back edges. */
  HOTNESS(
      options -> new org.kpathjvm.core.instrument.hotness.HotnessScheme(), "EdgeProbes"),
"""
HOTNESS = Profiler(
    "hotness", "entries and back edges", "hotness counters", "#000000", scheme="edges",
    tells=Tells.EDGES,
)  # fmt: skip


@pytest.fixture(scope="module")
def jars_with_it(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the jars with the new classes and a contract.json that matches them."""
    jars, work = require_jars().directory, tmp_path_factory.mktemp("new")
    descriptors = DESCRIPTORS.read_text("utf-8")
    assert descriptors.count(AFTER) == 1
    sources = {DESCRIPTORS.name: descriptors.replace(AFTER, AFTER + CONSTANT)}
    sources |= {path.name: path.read_text("utf-8") for path in NEW_CLASSES}
    files = []
    for name, text in sources.items():
        file = work / "source" / name
        file.parent.mkdir(exist_ok=True)
        # The agent's jar has ASM in a package of its own.
        shaded = re.sub(r"\borg\.objectweb\.asm\b", "org.kpathjvm.shaded.asm", text)
        file.write_text(shaded, encoding="utf-8")
        files.append(file)
    class_path = ":".join(str(jar) for jar in sorted(jars.glob("*.jar")))
    classes = work / "classes"
    compile_java(files, classes, "-source", "11", "-target", "11", "-proc:none", "-cp", class_path)
    copy = work / "jars"
    shutil.copytree(jars, copy)
    agent = copy / require_jars().agent.name
    new = {str(path.relative_to(classes)): path for path in classes.rglob("*.class")}
    with zipfile.ZipFile(require_jars().agent) as original, zipfile.ZipFile(agent, "w") as changed:
        for info in original.infolist():
            if info.filename not in new:
                changed.writestr(info.filename, original.read(info))
        for name, path in sorted(new.items()):
            changed.write(path, name)
    export = ["java", "-cp", str(agent), "org.kpathjvm.agent.ContractExport"]
    contract = subprocess.run(export, check=True, stdout=subprocess.PIPE).stdout
    (copy / "contract.json").write_bytes(contract)
    return copy


def test_the_profiler_has_five_files() -> None:
    """The files are the profiler's own classes, and the descriptors in the agent and in Python."""
    assert len(NEW_CLASSES) + len({DESCRIPTORS, Path(profilers.__file__)}) == 5


@on_every_jdk
def test_the_profiler_counts_on_every_jdk(
    home: Path, jars_with_it: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries and back edges have the trace's counts. Other edges have counts within bounds."""
    monkeypatch.setenv(JARS_VARIABLE, str(jars_with_it))
    monkeypatch.setitem(profilers.PROFILERS, HOTNESS.name, HOTNESS)
    recording = record_inline(home, HOTNESS.name, {}, tmp_path / "recording")
    recorded = Recorded(Case(), read_inline(recording), built(recording))
    trace, classes = traced().trace, traced().program.classes
    expected = edge_profiles(trace, classes)
    found = against_trace(recorded.profile, expected)
    taken = 0
    for key, edges in counted_edges(recorded).items():
        if key in found:
            assert not found[key].inexact & edges, key
            taken += sum(found[key].exact[edge] for edge in edges)
    assert taken > 0


def counted_edges(recorded: Recorded) -> dict[MethodKey, set[tuple[int, int]]]:
    """Returns the back edges of each method. A block is named by its first offset."""
    return {
        key: {
            (line["blocks"][source][0], line["blocks"][target][0])
            for source, target, counter in line["edge_counters"]
            if counter and source >= 0
        }
        for key, line in recorded.lines.items()
        if line["mode"] == "edges"
    }


def test_the_command_line_offers_the_profiler(
    jars_with_it: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choices of --profiler follow from the agent's table."""
    monkeypatch.setenv(JARS_VARIABLE, str(jars_with_it))
    (option,) = (one for one in agent_parameters() if one.name == "profiler")
    assert HOTNESS.name in getattr(option.type, "choices", ())

"""Tests ``run --time`` with real JVMs and their Java Flight Recorder.

The number of samples depends on the machine. So the tests only check what holds on every machine,
for example that waiting for memory takes time.
"""

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import kpath_command as kpath
import kpath_jvm
from builders.turns import on_every_jdk
from kpath_jvm import Profile
from oracle.harness import compile_java


@pytest.fixture(scope="module")
def waits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("waits")
    kpath.ensure_jars()
    compile_java([kpath.REPOSITORY / "docs" / "verbs" / "Waits.java"], directory / "classes")
    return directory / "classes"


def _run(
    directory: Path, segments: Path, *words: str, extra: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Records a program with --time.

    The program runs twice, so its stdin can't be a pipe.
    """
    options = ["run", "-k", "2", "-o", "p.kpath", "--segment-dir", str(segments), "--time"]
    return kpath.run(*options, *words, directory=directory, stdin=None, extra=extra)


@on_every_jdk
def test_waiting_for_memory_takes_time_but_no_bytecodes(
    waits: Path, tmp_path: Path, segments: Path, home: Path
) -> None:
    java = home / "bin" / "java"
    program = ["--", str(java), "-Xmx600m", "-cp", str(waits), "Waits"]
    recording = tmp_path / "users.jfr"
    extra = {"JAVA_TOOL_OPTIONS": f"-XX:StartFlightRecording=filename={recording}"}
    done = _run(tmp_path, segments, *program, extra=extra)
    assert done.returncode == 0
    assert done.stdout.count(b"sum ") == 1
    # The recorded run comes last, so it wrote the JFR recording that the user asked for.
    assert recording.stat().st_size > 0
    profile = Profile.open(tmp_path / "p.kpath")
    frame = kpath_jvm.times(profile)
    for rows in (frame[frame["loop"].isna()], frame[frame["loop"] == 0]):
        near, far = (
            rows[rows["title"] == f"Waits.{name}(int[], int)"].iloc[0] for name in ("near", "far")
        )
        assert near["bytecodes"] == far["bytecodes"] > 0
        assert far["samples"] > near["samples"]
        assert far["time_low"] <= far["time_share"] <= far["time_high"]
    document = json.loads((tmp_path / "p.kpath" / "time.json").read_text())
    assert document["exit_status"] == 0
    assert document["java"] == json.loads(
        (tmp_path / "p.kpath" / "run.json").read_text()
    )["environment"]["java"]["version"]  # fmt: skip
    assert frame.attrs["samples_counted"] >= far["samples"] + near["samples"]
    shown = kpath.run("report", "p.kpath", directory=tmp_path)
    assert b"Time beside bytecodes" in shown.stdout
    text = " ".join(shown.stdout.decode().split())
    share = r"[≥\d. ]+ %"
    most = rf"most of it {share} in Waits\.main, with all that it called; {share} in Waits\.far"
    assert re.search(most, text), text
    # The program allocates an array of 256 MB.
    assert document["collections"] >= 0
    assert (document["pause_seconds"] > 0) == (document["collections"] > 0)
    stopped = f"{document['collections']} garbage collection"
    assert stopped in text


@on_every_jdk
def test_a_method_that_only_calls_has_inclusive_time(
    classes: str, tmp_path: Path, segments: Path, home: Path
) -> None:
    """``work`` runs twice: below a method that only calls, and below a deep recursion."""
    done = _run(tmp_path, segments, "--", str(home / "bin" / "java"), "-cp", classes, "OnlyCalls")
    assert done.returncode == 0, done.stderr
    frame = kpath_jvm.times(Profile.open(tmp_path / "p.kpath"))
    methods = frame[frame["loop"].isna()].set_index("title")
    row = {
        name: methods.loc[f"OnlyCalls.{name}({parameters})"]
        for name, parameters in (
            ("work", "int"), ("caller", ""), ("deep", "int"), ("deepCaller", ""),
            ("main", "String[]"), ("notSampled", ""),
        )
    }  # fmt: skip
    partial, total = frame.attrs["samples_partial"], frame.attrs["samples"]
    # JFR can't keep all frames of the recursion.
    assert 0 < partial < total
    # Nearly all samples fall in the loop in ``work``.
    assert row["work"]["samples_inclusive"] >= row["work"]["samples"] > total / 2
    for name in ("caller", "deepCaller", "main", "deep"):
        assert row[name]["samples"] < total / 10
    # Only the samples below ``caller``, and a few from the program's start, have whole stacks.
    assert row["caller"]["samples_inclusive"] > total / 10
    assert row["caller"]["samples_inclusive"] <= row["main"]["samples_inclusive"] <= total - partial
    # Each partial stack has frames of ``deep`` at its top, and counts once for ``deep``.
    assert row["deep"]["samples_inclusive"] >= partial
    assert row["deep"]["samples_inclusive"] <= total - row["caller"]["samples_inclusive"]
    # ``deepCaller`` is further down, so partial stacks lack it. The lower bound of a method's share
    # assumes that no partial stack has the method below its visible frames. The upper bound assumes
    # that all partial stacks have the method there.
    assert row["deepCaller"]["samples_inclusive"] < total / 10
    for name in ("deepCaller", "main", "caller"):
        least, most = row[name]["samples_inclusive"], row[name]["samples_inclusive_most"]
        assert most == least + partial
        assert row[name]["inclusive_low"] <= least / total <= most / total
        assert most / total <= row[name]["inclusive_high"]
    assert row["notSampled"]["samples_inclusive"] == 0
    shown = kpath.run("report", "p.kpath", directory=tmp_path)
    section = " ".join(shown.stdout.decode().partition("Inclusive time\n")[2].split())
    assert f"{partial:,} samples have a stack that is known only in part" in section
    assert "≥ " in section.partition("OnlyCalls.main(String[])")[0]


def _behaviour(classes: str, *arguments: str) -> list[str]:
    return ["--", "java", "-cp", classes, "Behaviours", *arguments]


def test_the_report_says_that_a_short_program_has_few_samples(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    done = _run(tmp_path, segments, *_behaviour(classes))
    assert done.returncode == 0
    assert done.stdout == b"sum 16564994\n"
    assert b"are too few to rank by" in b" ".join(done.stderr.split())


def test_a_program_that_halts_keeps_its_status_and_its_profile(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    done = _run(tmp_path, segments, *_behaviour(classes, "halt"))
    assert done.returncode == 5
    lines = [line for line in kpath.own_lines(done.stderr) if "no times" in line]
    assert len(lines) == 1
    assert "left no recording" in lines[0]
    assert not (tmp_path / "p.kpath" / "time.json").exists()
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


def test_children_are_sampled_too(classes: str, tmp_path: Path, segments: Path) -> None:
    script = f"java -cp {classes} Behaviours && java -cp {classes} Behaviours"
    done = _run(tmp_path, segments, "--follow-children", "--", "sh", "-c", script)
    assert done.returncode == 0
    document = json.loads((tmp_path / "p.kpath" / "time.json").read_text())
    assert document["recordings"] == 2


def test_stdin_that_cannot_be_read_twice_is_refused(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    options = ["run", "--time", "-o", "p.kpath", "--segment-dir", str(segments)]
    done = kpath.run(*options, *_behaviour(classes, "echo"), directory=tmp_path, stdin=b"one\n")
    kpath.check_one_line(done, "--time runs the program twice", "stdin is a pipe")
    assert done.returncode == 125
    assert not (tmp_path / "p.kpath").exists()


@pytest.mark.parametrize(
    ("words", "fragments"),
    [
        (["--max-overhead", "3%"], ["--max-overhead", "--time"]),
        (["--record", "s", "--no-profile"], ["--no-profile"]),
    ],
)
def test_options_that_time_excludes_are_refused(
    tmp_path: Path, words: list[str], fragments: list[str]
) -> None:
    done = kpath.run("run", "--time", *words, "--", "java", "Main", directory=tmp_path)
    kpath.check_one_line(done, *fragments)
    assert list(tmp_path.iterdir()) == []

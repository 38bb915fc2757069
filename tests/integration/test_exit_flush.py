"""If a thread calls System.exit, the paths that its activations hold back are emitted.

An activation holds its latest paths back in local variables. Paths that activations of other
threads hold back aren't emitted.
"""

from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_every_jdk
from kpath_jvm import Profile
from oracle.harness import find_java_homes


def run(classes: str, directory: Path, home: Path, *words: str) -> Profile:
    java = str(home / "bin" / "java")
    command = [java, *words[:1], "-cp", classes, "EndsInLoops", *words[1:]]
    done = kpath.run(
        "run", "-k", "2", "-q", "--no-report", "-o", "p.kpath", "--java-home", str(home), "--",
        *command, directory=directory,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (4, b"")
    return Profile.open(directory / "p.kpath")


@pytest.mark.parametrize(
    "mode",
    ["-Xint", "-XX:TieredStopAtLevel=1", pytest.param("-Xcomp", marks=pytest.mark.slow)],
)
@on_every_jdk
def test_no_path_of_the_thread_that_exits_is_missing(
    classes: str, tmp_path: Path, home: Path, mode: str
) -> None:
    profile = run(classes, tmp_path, home, mode)
    nest = profile.methods.loc[profile.find_method("EndsInLoops.nest")]
    assert (nest["entries"], nest["completed"], nest["unfinished"]) == (4, 3 * 5 + 7, 4)
    assert profile.run.held_back is None
    assert profile.run.completeness.verdict == "exact"


def test_the_profile_reports_what_another_thread_holds_back(classes: str, tmp_path: Path) -> None:
    profile = run(classes, tmp_path, find_java_homes()[0], "-Xshare:auto", "beside")
    nest = profile.methods.loc[profile.find_method("EndsInLoops.nest")]
    assert nest["completed"] == 3 * 5 + 7
    held_back = profile.run.held_back
    assert held_back is not None
    # Only the activation of turn() holds paths back: at most 31 paths of two bits in its packed
    # word, and at most 32,767 counted trips. The activations of the main thread hold none back,
    # because this thread called System.exit.
    assert held_back.activations == 1
    assert held_back.paths == 31 + 32_767
    assert profile.run.completeness.verdict == "truncated"
    assert profile.run.completeness.reasons == (held_back.reason(),)

"""Tests that all JVMs of a command, one of each release, are recorded and undisturbed."""

import re
import shlex
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from situations.harness import check_loop, classes, in_the_matrix, java_homes, release, run

pytestmark = pytest.mark.slow


@in_the_matrix
def test_children_of_every_release_are_recorded(tmp_path: Path) -> None:
    kpath.ensure_jars()
    homes, ends = java_homes(), ("return", "exit", "halt")
    script = tmp_path / "script.sh"
    script.write_text(
        "".join(
            f"{shlex.quote(str(home / 'bin' / 'java'))} -cp {classes()} Everyday {end}; echo $?\n"
            for home, end in zip(homes, ends, strict=False)
        )
    )
    command = ["sh", str(script)]
    native = run(command, tmp_path)
    own = ["run", "-q", "--no-report", "-k", "3", "--follow-children", "--segment-size", "16M"]
    done = kpath.run(*own, "-o", "p.kpath", "--", *command, directory=tmp_path)
    assert done.stdout.decode() == native.stdout
    picked = r"Picked up JAVA_TOOL_OPTIONS: -javaagent:.*\n"
    assert re.sub(picked, "", done.stderr.decode()) == native.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    books = re.findall(r"^calls=(\d+) iterations=(\d+)$", native.stdout, re.MULTILINE)
    assert len(books) == len(profile.run.jvms) == len(homes)
    calls, iterations = (sum(map(int, column)) for column in zip(*books, strict=True))
    check_loop(profile, "Work", "loop", calls, iterations)
    versions = [int(jvm.java_version.partition(".")[0]) for jvm in profile.run.jvms]
    assert versions == [release(home) for home in homes]
    # kpath-jvm can't see that a JVM was halted, because only the JVM's parent knows that.
    assert profile.run.completeness.verdict == "exact"

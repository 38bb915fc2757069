"""Tests an agent that is loaded at a program's start, and is dormant until a recording attaches."""

import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_the_oldest
from kpath_jvm.installation import jars
from oracle.harness import java_version
from served import served

#: From this JDK on, HotSpot always records which compiled code depends on a class. Earlier HotSpots
#: do so only if an agent was loaded at the start.
_NOTED_ANYWAY = 25


def compiled(home: Path, pid: int) -> set[str]:
    """Returns the compiled methods in use, each with its compilation number.

    Native methods (level 0) are left out.
    """
    jcmd = [str(home / "bin" / "jcmd"), str(pid), "Compiler.codelist"]
    listed = subprocess.run(jcmd, capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines()[1:])
    return {f"{number} {method}" for number, level, state, method, *_ in rows
            if level != "0" and state == "0"}  # fmt: skip


@pytest.mark.parametrize("is_dormant", [True, False])
def test_a_dormant_agent_keeps_code_from_being_thrown_away(
    classes: str, home: Path, tmp_path: Path, is_dormant: bool
) -> None:
    flags = [
        "-Xcomp",
        "-XX:TieredStopAtLevel=1",
        *([f"-javaagent:{jars().agent}=dormant"] if is_dormant else []),
    ]
    with served(classes, home, *flags, stderr=tmp_path / "stderr") as target:
        assert list(tmp_path.iterdir()) == [tmp_path / "stderr"]
        before = compiled(home, target.pid)
        done = kpath.run(
            "attach", str(target.pid), "-d", "0.1", "--include", "nothing.*", "-o", "p.kpath",
            "--no-report", directory=tmp_path,
        )  # fmt: skip
        assert done.returncode == 125, done.stderr
        left = before & compiled(home, target.pid)
    assert len(before) > 50
    if is_dormant or java_version(home) >= _NOTED_ANYWAY:
        assert len(left) > len(before) / 2
    else:
        # Without a dormant agent, most of the compiled code is thrown away. The dormant agent
        # exists to prevent that.
        assert len(left) < len(before) / 10


def test_a_dormant_agent_prints_and_leaves_nothing(
    classes: str, home: Path, tmp_path: Path
) -> None:
    command = [str(home / "bin" / "java"), f"-javaagent:{jars().agent}=dormant", "-cp", classes]
    done = subprocess.run(
        [*command, "Rounds", "0.1"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
    assert list(tmp_path.iterdir()) == []


@on_the_oldest
def test_a_sampled_program_starts_with_a_dormant_agent(home: Path, tmp_path: Path) -> None:
    (tmp_path / "Words.java").write_text(_WORDS)
    command = [str(home / "bin" / "java"), "Words.java"]
    done = kpath.run(
        "run", "--max-overhead", "1%", "-o", "p.kpath", "--", *command, directory=tmp_path
    )
    assert f"-javaagent:{jars().agent}=dormant" in done.stdout.decode()


_WORDS = """
class Words {
    public static void main(String[] words) {
        System.out.println(
            java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
    }
}
"""

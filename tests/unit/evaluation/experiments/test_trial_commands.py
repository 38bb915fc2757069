"""Tests how each profiler is added to a trial's command."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.evaluation.guiding import guiding_profile
from kpath_jvm import installation
from kpath_jvm.evaluation.experiments import tools
from kpath_jvm.evaluation.experiments.guides import guide_content
from kpath_jvm.evaluation.experiments.tools import Tool
from kpath_jvm.evaluation.experiments.trial_commands import Launch, profiled, version_of
from kpath_jvm.evaluation.profilers import ASYNC_PROFILER, JACOCO, JFR, NATIVE, NATIVE_AGAIN
from kpath_jvm.own_process import own_process
from kpath_jvm.profilers import BLPP, PROFILERS, SPP, STREAM, Profiler


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    return Launch(
        command=("java", "-Xmx1g", "-cp", "lib", "Main", "argument"),
        java=tmp_path / "java",
        k=3,
        cut="loop-header",
        directory=tmp_path,
        segments=tmp_path / "segments",
    )


@pytest.mark.parametrize("profiler", [NATIVE, NATIVE_AGAIN])
def test_a_native_trial_runs_the_program_s_command(launch: Launch, profiler: Profiler) -> None:
    assert profiled(profiler, launch) == list(launch.command)


def test_the_profiler_stream_is_started_by_run(launch: Launch) -> None:
    command = profiled(STREAM, launch)
    assert command[:4] == own_process("--no-config", "run")
    own, program = command[: command.index("--")], command[command.index("--") + 1 :]
    assert program == list(launch.command)
    for option, value in {
        "-k": "3",
        "--cut": "loop-header",
        "-o": str(launch.directory / "profile.kpath"),
        "--segment-dir": str(launch.segments),
        "--class-cache": "0",
    }.items():
        assert own[own.index(option) + 1] == value


@pytest.mark.parametrize("profiler", PROFILERS.values(), ids=lambda it: it.name)
def test_every_profiler_accepts_a_scope(
    launch: Launch, profiler: Profiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "require_jars", lambda: installation.Jars(launch.directory))
    plain = " ".join(profiled(profiler, launch))
    assert "scope=" not in plain
    assert "--scope" not in plain
    command = profiled(profiler, replace(launch, scope="loops"))
    if profiler.is_inline:
        (agent,) = [it for it in command if it.startswith("-javaagent:")]
        assert "scope=loops" in agent
    else:
        assert command[command.index("--scope") + 1] == "loops"


def test_a_profiler_s_own_options_are_passed_to_the_agent(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "require_jars", lambda: installation.Jars(launch.directory))
    own = (("threshold", 100), ("remove_probes", False))
    command = profiled(SPP, replace(launch, k=None, cut=None, own=own))
    (agent,) = [it for it in command if it.startswith("-javaagent:")]
    assert "threshold=100" in agent
    assert "remove-probes=no" in agent


def test_the_agent_gets_a_guide_file_and_run_gets_the_profile(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "require_jars", lambda: installation.Jars(launch.directory))
    profile = str(guiding_profile(launch.directory))
    guided = replace(launch, own=(("guided", True),), guide=profile)
    (agent,) = [it for it in profiled(BLPP, guided) if it.startswith("-javaagent:")]
    assert f"guide={launch.directory / 'guide'}" in agent
    assert "guided" not in agent
    assert (launch.directory / "guide").read_bytes() == guide_content("blpp", profile)
    command = profiled(STREAM, guided)
    assert command[command.index("--guide") + 1] == profile


@pytest.mark.parametrize(
    "profiler", [it for it in PROFILERS.values() if it.is_inline], ids=lambda it: it.name
)
def test_an_inline_profiler_needs_only_the_agent(
    launch: Launch, profiler: Profiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "require_jars", lambda: installation.Jars(launch.directory))
    command = profiled(profiler, launch)
    (agent,) = [it for it in command if it.startswith("-javaagent:")]
    assert [it for it in command if it != agent][1:] == list(launch.command[1:])
    assert f"profiler={profiler.name}" in agent
    assert f"output={launch.directory / 'inline'}" in agent
    assert "cut=loop-header" in agent
    assert "class-cache=0" in agent


def test_jfr_writes_into_the_trial_s_directory_and_prints_nothing(launch: Launch) -> None:
    command = profiled(JFR, launch)
    assert command[0] == str(launch.java)
    assert command[1] == "-Xlog:jfr+startup=error"
    assert f"filename={launch.directory / 'recording.jfr'}," in command[2]
    assert command[3:] == list(launch.command[1:])


def test_async_profiler_uses_the_working_event(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = Tool(launch.directory / "library.so", "4.0", "itimer")
    monkeypatch.setattr(tools, "async_profiler", lambda _: tool)
    command = profiled(ASYNC_PROFILER, launch)
    assert command[1].startswith(f"-agentpath:{tool.library}=start,event=itimer,file=")
    assert command[2:] == list(launch.command[1:])
    assert version_of(ASYNC_PROFILER, launch.java) == "async-profiler 4.0, event itimer"


def test_jacoco_s_version_is_returned(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "jacoco", lambda _: Tool(Path("jacoco.jar"), "0.8"))
    assert version_of(JACOCO, launch.java) == "JaCoCo 0.8"


def test_stream_has_no_version_and_jfr_has_settings(launch: Launch) -> None:
    assert version_of(STREAM, launch.java) == ""
    assert version_of(JFR, launch.java) == "settings profile"

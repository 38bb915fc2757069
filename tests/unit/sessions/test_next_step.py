"""Tests the commands that are proposed after a run."""

import shlex
from pathlib import Path

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.next_step import next_step


def written(directory: Path, builder: RecordingBuilder) -> Profile:
    write_profile(directory / "a profile.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "a profile.kpath")


def hot(descriptors: list[str], class_name: str = "a/B$C") -> RecordingBuilder:
    builder = RecordingBuilder()
    for times, descriptor in enumerate(descriptors, start=1):
        method = builder.add(figure_3(class_name=class_name, descriptor=descriptor))
        builder.stream(method, (6, 2, 3), times=times)
    return builder


@pytest.mark.parametrize(
    ("descriptors", "method"),
    [(["()V"], "B$C.run"), (["()V", "(I)V"], "a.B$C.run(I)V")],
)
def test_the_proposed_command_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], descriptors: list[str], method: str
) -> None:
    profile = written(tmp_path, hot(descriptors))
    line = next_step(profile)
    assert line is not None
    assert "\n" not in line
    command = shlex.split(line.split("`")[1])
    assert command == ["kpath-jvm", "tree", str(profile.path), method]
    assert run_verb(command[1:]) == 0
    assert ".run(" in capsys.readouterr().out
    assert shlex.split(line.split("`")[3]) == ["kpath-jvm", "html", str(profile.path)]


def test_no_tree_is_proposed_for_a_profile_without_sequences(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    builder.stream(builder.add(figure_3()), (6, 2, 3))
    line = next_step(written(tmp_path, builder))
    assert line is not None
    place = str(tmp_path / "a profile.kpath")
    verbs = [shlex.split(part) for part in line.split("`")[1::2]]
    assert verbs == [["kpath-jvm", "branches", place], ["kpath-jvm", "html", place]]


def test_nothing_is_proposed_for_a_profile_without_paths(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(plain())
    assert next_step(written(tmp_path, builder)) is None

"""For bad input, ``kpath-jvm run`` prints one line and ends with a non-zero status.

The line says what is wrong, names the value, and says what to do.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.versions import LEFT, Version, versions_profile
from kpath_command import OWN_FAILURE, check_one_line, own_lines
from kpath_jvm.launch.jdk import default_jdk
from kpath_jvm.seals import file_digest


@pytest.mark.parametrize("k", ["0", "65", "x", "-1", "1.5", ""])
def test_a_k_other_than_1_to_64_is_refused(classes: str, tmp_path: Path, k: str) -> None:
    done = kpath.run("run", "-k", k, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    check_one_line(done, f"'{k}'", "1 to 64", "--help")


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        (["run"], ["nothing to run"]),
        (["run", "--"], ["no command after `--`"]),
        (["run", "dacapo"], ["nothing to run"]),
        (["run", "java", "-cp", "x", "Main"], ["put `--` before"]),
        (["run", "dacapo", "eclipse", "--", "java", "Main"], ["not both"]),
        (["run", "-n", "3", "--", "java", "Main"], ["--iterations is for workloads"]),
        (["run", "--max-path", "3", "--", "java", "Main"], ["--max-paths"]),
        (["run", "--cut", "edge", "--", "java", "Main"], ["'edge'", "back-edge"]),
        (["run", "--segment-size", "12Q", "--", "java", "Main"], ["'12Q'", "64M"]),
        (["run", "--segment-size", "1M", "--", "java", "Main"], ["1 MiB", "2M to 2047M"]),
        (["run", "--segment-size", "3G", "--", "java", "Main"], ["3 GiB", "2M to 2047M"]),
        (["run", "--segment-dir", "nowhere", "--", "java", "Main"], ["nowhere"]),
        (["run", "--segment-dir", "x" * 300, "--", "java", "Main"], ["File name too long"]),
        (["run", "--record", "x" * 300, "--", "java", "Main"], ["File name too long"]),
        (["run", "--engine-memory", "4T", "--", "java", "Main"], ["4T"]),
        (["run", "--engine-memory", "9999999G", "--", "java", "Main"], ["more than the", "less"]),
        (
            ["run", "--follow-children", "--engine-memory", "9999999G", "--", "java", "Main"],
            ["more than the", "less"],
        ),
        (["run", "--engine-memory", "1M", "--", "java", "Main"], ["at least", "give more"]),
        (["run", "--java-home", "nowhere", "--", "java", "Main"], ["nowhere", "bin/java"]),
        (["run", "-o", "no/where.kpath", "--", "java", "Main"], ["no directory"]),
        (["run", "--target-output", "no/where", "--", "java", "Main"], ["no/where"]),
        (["run", "--", "python3", "x.py"], ["must start with java", "'python3'"]),
        (["run", "--", "./java", "Main"], ["./java"]),
        (["run", "dacapo", "eclips"], ["eclips", "eclipse"]),
        (["run", "--compare-native", "--", "java", "Main"], ["stdin is a pipe"]),
    ],
)
def test_wrong_arguments_get_one_line(
    tmp_path: Path, arguments: list[str], fragments: list[str]
) -> None:
    kpath.ensure_jars()
    done = kpath.run(*arguments, directory=tmp_path)
    check_one_line(done, *fragments)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_jdk_is_reported(tmp_path: Path) -> None:
    kpath.ensure_jars()
    nothing = {"PATH": str(tmp_path), "JAVA_HOME": ""}
    done = kpath.run("run", "--", "java", "Main", directory=tmp_path, extra=nothing)
    check_one_line(done, "java", "PATH", "install a JDK 17 or newer, or pass --java-home")
    done = kpath.run("run", "dacapo", "eclipse", directory=tmp_path, extra=nothing)
    check_one_line(done, "no JDK found", "JAVA_HOME (unset)", "pass --java-home")


def test_an_output_that_exists_is_refused(classes: str, tmp_path: Path) -> None:
    output = tmp_path / "p.kpath"
    output.mkdir()
    target = ["--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run("run", "-o", "p.kpath", *target, directory=tmp_path)
    check_one_line(done, "p.kpath exists", "--force")
    done = kpath.run("run", "--force", "-o", "p.kpath", *target, directory=tmp_path)
    check_one_line(done, "p.kpath", "not a profile")
    assert list(output.iterdir()) == []


def test_force_replaces_a_profile(classes: str, tmp_path: Path) -> None:
    target = ["--", "java", "-cp", classes, "Behaviours"]
    for k in ("2", "3"):
        done = kpath.run("run", "-k", k, "--force", "-o", "p.kpath", *target, directory=tmp_path)
        assert done.returncode == 0
    assert kpath.run_json(tmp_path / "p.kpath")["k"] == 3
    assert [path.name for path in tmp_path.iterdir()] == ["p.kpath"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (["java", "-jar", "absent.jar"], b"absent.jar"),
        (["java", "AbsentMain"], b"AbsentMain"),
        (["java", "-XX:+NoSuchOption", "Main"], b"NoSuchOption"),
    ],
)
def test_a_target_that_cannot_start_leaves_nothing(
    tmp_path: Path, target: list[str], message: bytes
) -> None:
    kpath.ensure_jars()
    done = kpath.run("run", "-q", "--", *target, directory=tmp_path)
    assert done.returncode == 1
    assert message in done.stderr
    assert len(own_lines(done.stderr)) == 1
    assert own_lines(done.stderr)[0].startswith("kpath-jvm: no profile: the target ended with")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--", "java", "-XX:+NoSuchOption", "Main"], 1),
        (["--", "python3", "x.py"], OWN_FAILURE),
        (["--", "java", "--version"], 0),
        (["--include", "org.absent.*", "--", "java", "-cp", "CLASSES", "Behaviours"], OWN_FAILURE),
        (["--include", "org.absent.*", "--profiler", "blpp-hash", "--", "java", "-cp", "CLASSES",
          "Behaviours"], OWN_FAILURE),
        (["--include", "org.absent.*", "--follow-children", "--", "java", "-cp", "CLASSES",
          "Behaviours"], OWN_FAILURE),
        (["--follow-children", "--", "false"], 1),
    ],
)  # fmt: skip
def test_a_run_that_writes_no_profile_renames_the_earlier_one(
    classes: str, tmp_path: Path, arguments: list[str], status: int
) -> None:
    """An earlier profile that kept its name would be taken for the profile of this run."""
    kpath.ensure_jars()
    versions_profile(tmp_path, "p", Version().walked(LEFT))
    before = {path.name for path in tmp_path.iterdir()}
    digest = file_digest(tmp_path / "p.kpath" / "run.json")
    arguments = [classes if one == "CLASSES" else one for one in arguments]
    done = kpath.run("run", "-q", "--force", "-o", "p.kpath", *arguments, directory=tmp_path)
    assert done.returncode == status
    assert own_lines(done.stderr)[-1].endswith("; the earlier profile is p.kpath.earlier now")
    after = {path.name for path in tmp_path.iterdir()}
    assert after == before - {"p.kpath"} | {"p.kpath.earlier"}
    assert file_digest(tmp_path / "p.kpath.earlier" / "run.json") == digest


def test_filters_that_leave_no_class_are_reported(classes: str, tmp_path: Path) -> None:
    arguments = ["run", "-q", "--include", "org.absent.*", "--", "java", "-cp", classes]
    done = kpath.run(*arguments, "Behaviours", directory=tmp_path)
    assert done.returncode == 125
    assert done.stdout.startswith(b"sum")
    assert (
        "check --include and --exclude; no profiled class matches --include org.absent.*"
        in (own_lines(done.stderr)[0])
    )
    assert len(own_lines(done.stderr)) == 1
    # No profile is written, because a profile without methods would pass every gate.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", [[], ["--follow-children"], ["--profiler", "blpp-hash"]])
def test_a_pattern_that_matches_nothing_is_reported(
    classes: str, tmp_path: Path, more: list[str]
) -> None:
    arguments = ["run", "-q", *more, "--include", "Behaviors", "--include", "Beh*"]
    done = kpath.run(*arguments, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    assert done.returncode == 0
    (line,) = own_lines(done.stderr)
    assert "no profiled class matches --include Behaviors; did you mean Behaviours?" in line
    done = kpath.run(
        *["run", "-q", *more, "--include", "Behaviors", "--", "java", "-cp", classes, "Behaviours"],
        directory=tmp_path,
    )
    assert done.returncode == OWN_FAILURE
    (line,) = own_lines(done.stderr)
    assert "did you mean Behaviours?" in line


def test_recording_a_stream_fails_if_no_class_matches(classes: str, tmp_path: Path) -> None:
    options = ["run", "-q", "--include", "Behaviors", "--record", "s.stream", "--no-profile"]
    done = kpath.run(*options, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    assert done.returncode == OWN_FAILURE
    (line,) = own_lines(done.stderr)
    assert "did you mean Behaviours?" in line


def test_a_java_command_that_runs_no_program_is_reported(tmp_path: Path) -> None:
    kpath.ensure_jars()
    done = kpath.run("run", "--", "java", "--version", directory=tmp_path)
    assert done.returncode == 0
    assert "loaded only classes of the JDK" in own_lines(done.stderr)[-1]
    done = kpath.run("run", "--include", "a.*", "--", "java", "--version", directory=tmp_path)
    assert done.returncode == 125
    assert "and none that matches --include a.*;" in own_lines(done.stderr)[-1]
    assert list(tmp_path.iterdir()) == []


def test_quiet_prints_errors_only(classes: str, tmp_path: Path) -> None:
    quiet = ["run", "-q", "-o", "p.kpath", "--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run(*quiet, directory=tmp_path)
    assert done.returncode == 0
    assert done.stderr == b"nothing to do\n"


@pytest.fixture
def tiny_file_system(file_system: Callable[[str], Path]) -> Path:
    """Returns the directory of a tmpfs of 4 MiB."""
    return file_system("4m")


def test_a_full_shared_memory_is_reported(
    classes: str, tmp_path: Path, tiny_file_system: Path
) -> None:
    arguments = ["run", "-o", "p.kpath", "--segment-dir", str(tiny_file_system)]
    target = ["--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run(*arguments, "--segment-size", "8M", *target, directory=tmp_path)
    check_one_line(done, "8 MiB", "no space left", "--segment-size")
    # The default size is reduced to the free space.
    done = kpath.run(*arguments, *target, directory=tmp_path)
    assert done.returncode == 0
    assert "reduced" in own_lines(done.stderr)[0]
    (tiny_file_system / "filler").write_bytes(b"x" * (1 << 20))
    done = kpath.run(*arguments, "--force", *target, directory=tmp_path)
    check_one_line(done, "has only", "--segment-dir")
    assert [path.name for path in tiny_file_system.iterdir()] == ["filler"]


def test_an_output_that_cannot_be_written_is_reported(
    classes: str, tmp_path: Path, tiny_file_system: Path
) -> None:
    (tiny_file_system / "filler").write_bytes(b"x" * ((4 << 20) - 8192))
    output = str(tiny_file_system / "p.kpath")
    # The recordings that are kept for `recover` go to disk. Otherwise they would stay in the
    # machine's shared memory.
    own = ["run", "-q", "-o", output, "--segment-dir", str(tmp_path)]
    target = ["--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run(*own, *target, "exit", "3", directory=tmp_path)
    # The target's own failure takes precedence.
    assert done.returncode == 3
    assert "cannot write the profile" in own_lines(done.stderr)[0]
    done = kpath.run(*own, *target, directory=tmp_path)
    assert done.returncode == OWN_FAILURE


def test_a_directory_in_which_nothing_can_be_made_is_refused(classes: str) -> None:
    target = ["--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run("run", *target, directory=Path("/proc"))
    # The only line is ours: the target was not started.
    check_one_line(done, "cannot write the profile Behaviours-", "-o")


@pytest.mark.parametrize("more", [(), ("--follow-children",)])
def test_a_directory_that_java_cannot_name_is_refused(
    classes: str, tmp_path: Path, more: tuple[str, ...]
) -> None:
    segments = tmp_path / "ségments"
    segments.mkdir()
    own = ["run", *more, "--segment-dir", str(segments)]
    target = ["--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run(*own, *target, directory=tmp_path, extra={"LC_ALL": "C"})
    check_one_line(done, "--segment-dir", "s\\xc3\\xa9gments", "set LC_ALL=C.UTF-8")


def test_a_wrapper_script_called_java_is_accepted(classes: str, tmp_path: Path) -> None:
    wrapper = tmp_path / "java"
    wrapper.write_text(f'#!/bin/sh\nexec "{default_jdk().java}" "$@"\n')
    wrapper.chmod(0o755)
    target = ["--", str(wrapper), "-cp", classes, "Behaviours"]
    done = kpath.run("run", "-q", "--no-report", *target, directory=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"nothing to do\n")


@pytest.mark.parametrize(
    ("more", "nothing"),
    [(("-o", "p.kpath"), "no profile: "), (("--record", "s", "--no-profile"), "no stream: ")],
)
def test_a_target_goes_on_if_the_engine_cannot_start(
    classes: str, tmp_path: Path, segments: Path, more: tuple[str, ...], nothing: str
) -> None:
    """The target has started before the engine fails."""
    home, java = tmp_path / "jdk", default_jdk().java
    for name in ("bin", "lib/server"):
        (home / name).mkdir(parents=True)
    (home / "bin/java").symlink_to(java)
    (home / "lib/server/libjvm.so").write_text("no library")
    own = ["run", "--java-home", str(home), "--segment-dir", str(segments), *more]
    command = [str(java), "-cp", classes, "Behaviours", "exit", "3"]
    done = kpath.run(*own, "--", *command, directory=tmp_path)
    lines = own_lines(done.stderr)
    assert done.returncode == 3
    assert "cannot start the engine's JVM" in lines[1]
    assert lines[1].endswith("the target goes on unrecorded")
    assert nothing in lines[-1]
    assert list(segments.iterdir()) == []
    assert sorted(it.name for it in tmp_path.iterdir()) == ["jdk", "segments"]

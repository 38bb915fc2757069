"""Records programs with inline profilers, and reads how often each path was completed."""

from collections import Counter
from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.harness import Program, default_java_home, run_command, run_native

Paths = Counter[tuple[object, ...]]


def recorded(
    target: Program,
    directory: Path,
    name: str,
    options: str,
    jar: Path | None = None,
    max_paths: int | None = 64,
) -> Path:
    """Runs a program with the agent, without ``kpath-jvm run``, and returns the profile's path.

    Fails if the agent changes the program's output. Uses the installed agent if ``jar`` is None.
    """
    home = default_java_home()
    output, profile = directory / name, directory / f"{name}.kpath"
    limit = "" if max_paths is None else f",max-paths={max_paths}"
    agent = f"-javaagent:{jar or require_jars().agent}={options}{limit},output={output}"
    command = [str(home / "bin/java"), "-Xverify:all", agent, "-cp", str(target.classes)]
    done = run_command([*command, target.main])
    native = run_native(target, home)
    assert (done.stdout, done.returncode) == (native.stdout, native.returncode), done.stderr
    assert not (output / "agent.log").exists()
    build(BuildRequest(output, None, profile, False, EngineOptions()))
    return profile


def paths_of(path: Path) -> Paths:
    """Returns how often each path was completed.

    A key of the result has the path's method, start, end and blocks.
    """
    profile = Profile.open(path)
    names = profile.methods[["class", "name", "descriptor"]].apply(tuple, axis=1)
    found: Paths = Counter()
    for row in profile.paths.to_dict("records"):
        key = (*names[row["method"]], row["start"], row["end"], tuple(row["blocks"]))
        found[key] += row["count"]
    return +found

"""The agent can instrument even the JDK classes that it uses itself.

If the agent first needs a class while the JVM loads this class for the program, the JVM throws a
ClassCircularityError, and repeats it whenever the program runs the instruction that needs the
class. So the agent loads the classes that it needs before it instruments the program.
"""

import zipfile
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES, in_turns
from kpath_jvm import Profile
from oracle.harness import compile_java

_HERE = Path(__file__).parent
_PRINTED = b"200\n{a=1, b=1, c=1}\n67\n7\n"


@pytest.fixture(scope="module")
def jar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a jar with the program Collected and the agent NestedLoads."""
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("classes")
    compile_java([*_HERE.glob("*.java")], directory, "--release", "17")
    target = directory / "nested.jar"
    with zipfile.ZipFile(target, "w") as file:
        manifest = "Manifest-Version: 1.0\nPremain-Class: NestedLoads\n\n"
        file.writestr("META-INF/MANIFEST.MF", manifest)
        for path in directory.glob("*.class"):
            file.write(path, path.name)
    return target


@pytest.mark.parametrize(
    ("pattern", "home"), in_turns([("java.util.Arrays",), ("java.util.*",)], HOMES)
)
def test_the_agent_needs_only_loaded_classes(
    pattern: str, home: Path, jar: Path, tmp_path: Path
) -> None:
    """The second run takes its classes from the cache of instrumented classes."""
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for name in ("cold", "warm"):
        loads = tmp_path / f"{name}.txt"
        options = ["-q", "--no-report", "-o", f"{name}.kpath", "--include", "Collected"]
        java = [str(home / "bin" / "java"), f"-javaagent:{jar}={loads}", "-cp", str(jar)]
        done = kpath.run(
            "run", *options, "--include", pattern, "--", *java, "Collected",
            directory=tmp_path, extra=cache,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, _PRINTED), done.stderr
        begin, *needed = loads.read_text().splitlines()
        assert begin == "begin"
        # The agent never instruments classes of java.lang, so it may load these at any time.
        may_be_recorded = [it for it in needed if it.startswith("java/")]
        assert [it for it in may_be_recorded if not it.startswith("java/lang/")] == []
        profile = Profile.open(tmp_path / f"{name}.kpath")
        assert list(profile.run.agent_log) == []
        recorded = set(profile.methods["class"])
        assert {"Collected", "java/util/Arrays$ArrayList"} <= recorded

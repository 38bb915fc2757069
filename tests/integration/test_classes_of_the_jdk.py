"""Classes of the JDK that the agent itself might need are recorded like other classes."""

import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES, in_turns, on_every_jdk
from builders.waiting import wait_for
from kpath_jvm import Profile
from oracle.harness import compile_java

#: The program works until a file exists. Its method ``own`` needs no class of java.util.
PROGRAM = """
public class Rx {
  public static void main(String[] arguments) throws java.io.IOException {
    boolean usesRegex = arguments[0].equals("regex");
    long parts = 0;
    System.out.println(ProcessHandle.current().pid());
    System.out.flush();
    java.io.File end = new java.io.File(arguments[1]);
    do {
      for (int i = 0; i < 1000; i++) {
        parts += usesRegex ? "a,b;c".split("[,;]").length : own("a,b;c");
      }
    } while (!end.exists());
    System.out.println(parts % 3000 == 0);
  }

  static int own(String text) {
    int parts = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      parts += c == ',' || c == ';' ? 1 : 0;
    }
    return parts;
  }
}
"""
#: This program calls a method handle so often that the JDK makes code for this handle alone.
HANDLES = """
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class Handles {
  static int next(int value) {
    return value + 1;
  }

  public static void main(String[] arguments) throws Throwable {
    MethodHandle next = MethodHandles.lookup()
        .findStatic(Handles.class, "next", MethodType.methodType(int.class, int.class));
    int value = 0;
    for (int i = 0; i < 1000; i++) {
      value = (int) next.invokeExact(value);
    }
    System.out.println(value);
  }
}
"""
REGEX = "java/util/regex/"


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("classes")
    (directory / "Rx.java").write_text(PROGRAM)
    (directory / "Handles.java").write_text(HANDLES)
    sources = [directory / name for name in ("Rx.java", "Handles.java")]
    compile_java(sources, directory, java_home=min(HOMES))
    return str(directory)


def entries(profile: Path) -> dict[str, int]:
    """Returns the number of entries into the methods of each class, by the class's name.

    Classes that didn't run are left out.
    """
    methods = Profile.open(profile).table("methods")
    found: dict[str, int] = {}
    columns = [methods.column(name).to_pylist() for name in ("class", "entries", "completed")]
    for name, entered, completed in zip(*columns, strict=True):
        if entered or completed:
            found[name] = found.get(name, 0) + entered
    return found


@on_every_jdk
def test_classes_for_method_handles_are_loaded_before_the_program_begins(
    home: Path, classes: str, tmp_path: Path
) -> None:
    """The agent's transformer calls method handles, and so does the program.

    For these calls, the JDK may have to load a certain class. If the transformer needed this class
    while the JDK was loading it for the program, both calls would fail. So the agent makes the JDK
    load the class before the program begins.
    """
    filters = ["--include", "Handles", "--include", "java.util.HashMap"]
    log = tmp_path / "log"
    target = [str(home / "bin" / "java"), f"-Xlog:class+load:file={log}", "-cp", classes]
    options = ["-q", "--no-report", "-o", "p.kpath", *filters]
    done = kpath.run("run", *options, "--", *target, "Handles", directory=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"1000\n"), done.stderr
    loaded = [line.split("] ")[1].split(" ")[0] for line in log.read_text().splitlines()]
    assert "java.lang.invoke.MethodHandle$1" in loaded
    begun = loaded.index("Handles")
    assert [name for name in loaded[begun:] if name.startswith("java.lang.invoke.Method")] == []


@on_every_jdk
def test_regular_expressions_are_recorded(home: Path, classes: str, tmp_path: Path) -> None:
    """The agent must not need the classes of java.util.regex to instrument them."""
    filters = ["--include", "Rx", "--include", "java.util.regex"]
    target = ["--", str(home / "bin" / "java"), "-cp", classes, "Rx", "regex", "."]
    done = kpath.run("run", "-q", "-o", "p.kpath", *filters, *target, directory=tmp_path)
    assert (done.returncode, done.stdout.split()[1:]) == (0, [b"true"]), done.stderr
    assert entries(tmp_path / "p.kpath")[f"{REGEX}Matcher"] >= 3000


@pytest.mark.parametrize(
    ("verb", "works", "home"),
    in_turns([("run", "regex"), ("attach", "regex"), ("attach", "own")], HOMES),
)
def test_the_agent_is_not_recorded_itself(
    verb: str, works: str, home: Path, classes: str, tmp_path: Path
) -> None:
    """Nothing that the agent's own thread does is recorded.

    That thread finds hot methods. It changes classes, and uses collections of the JDK.
    """
    end = tmp_path / "end"
    found = "Rx" if works == "own" else f"{REGEX}Matcher"
    options = ["-q", "--no-report", "-o", "p.kpath", "--scope", "hot"]
    # The agent's thread uses all of these classes. The program uses fewer, or none of them.
    classes_of_the_jdk = ["java.util.regex", "java.util.HashMap", "java.util.ArrayList"]
    filters = [word for one in ("Rx", *classes_of_the_jdk) for word in ("--include", one)]
    program = [str(home / "bin" / "java"), "-cp", classes, "Rx", works, str(end)]
    if verb == "run":
        target = kpath.start("run", *options, *filters, "--", *program, directory=tmp_path)
    else:
        target = subprocess.Popen(program, stdout=subprocess.PIPE)
    assert target.stdout is not None
    pid = target.stdout.readline().decode().strip()
    recorder = target
    if verb == "attach":
        recorder = kpath.start("attach", pid, *options, *filters, directory=tmp_path)
    try:
        looks = 0

        def is_found() -> bool:
            nonlocal looks
            looks += 1
            look = f"{looks}.kpath"
            done = kpath.run("ctl", pid, "dump", "-o", look, directory=tmp_path)
            return done.returncode == 0 and entries(tmp_path / look).get(found, 0) > 1000

        wait_for(is_found, f"{found} is recorded")
        if verb == "attach":
            assert kpath.run("ctl", pid, "end", directory=tmp_path).returncode == 0
            assert recorder.wait(kpath.TIMEOUT_SECONDS) == 0
        end.touch()
        out, _ = target.communicate(timeout=kpath.TIMEOUT_SECONDS)
        assert (target.returncode, out) == (0, b"true\n")
    finally:
        for process in {recorder, target}:
            process.kill()
            process.communicate()
    profile = Profile.open(tmp_path / "p.kpath")
    recorded = entries(tmp_path / "p.kpath")
    assert recorded[found] > 1000
    if works == "own":
        assert set(recorded) == {"Rx"}
        assert profile.run.threads == 1
    assert list(profile.run.agent_log) == []

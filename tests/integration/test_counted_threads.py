"""Only threads that have recorded something are counted, not those that only loaded classes."""

import json
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES, in_turns
from builders.waiting import wait_for
from kpath_jvm import Profile
from oracle.harness import compile_java

#: The main thread runs code of Alone until a file exists. A second thread only loads the class
#: AloneQuiet. That class gets probes, but none of its code runs. The second thread's own class,
#: Loader, isn't recorded.
PROGRAM = """
public class Alone {
  static int sum;

  public static void main(String[] arguments) throws Exception {
    Thread loader = new Thread(new Loader());
    loader.start();
    loader.join();
    System.out.println(ProcessHandle.current().pid());
    System.out.flush();
    java.io.File end = new java.io.File(arguments[0]);
    do {
      for (int i = 0; i < 1000; i++) {
        work(i);
      }
    } while (!end.exists());
    System.out.println("done");
  }

  static void work(int n) {
    for (int i = n % 3; i < 5; i++) {
      sum += i;
    }
  }
}

class AloneQuiet {
  static int twice(int n) {
    return 2 * n;
  }
}

class Loader implements Runnable {
  public void run() {
    try {
      Class.forName("AloneQuiet", false, Loader.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("classes")
    (directory / "Alone.java").write_text(PROGRAM)
    compile_java([directory / "Alone.java"], directory, java_home=min(HOMES))
    return str(directory)


@pytest.mark.parametrize(
    ("profiler", "filters", "home"),
    in_turns([("stream", "Alone*"), ("spp", "Alone*"), ("stream", "*"), ("spp", "*")], HOMES),
)
def test_a_run_counts_one_thread(
    profiler: str, filters: str, home: Path, classes: str, tmp_path: Path
) -> None:
    exclude = ["--exclude", "Loader"] if filters == "*" else []
    options = ["-q", "--profiler", profiler, "-o", "p.kpath", "--include", filters, *exclude]
    program = [str(home / "bin" / "java"), "-cp", classes, "Alone", "."]
    done = kpath.run("run", *options, "--", *program, directory=tmp_path)
    assert (done.returncode, done.stdout.split()[1:]) == (0, [b"done"]), done.stderr
    shown = json.loads(kpath.run("report", "p.kpath", "--json", directory=tmp_path).stdout)
    # With spp, all threads share one set of tables, so the number of threads isn't known.
    assert shown["profiled"]["threads"] == (None if profiler == "spp" else 1)
    assert Profile.open(tmp_path / "p.kpath").run.threads == (0 if profiler == "spp" else 1)


@pytest.mark.parametrize(
    ("filters", "home"), in_turns([(["Alone*"],), (["Alone*", "java.util.regex"],)], HOMES)
)
def test_an_attach_counts_one_thread(
    filters: list[str], home: Path, classes: str, tmp_path: Path
) -> None:
    """One of the JVM's own threads loads the agent, which then changes classes in that thread."""
    end = tmp_path / "end"
    program = [str(home / "bin" / "java"), "-cp", classes, "Alone", str(end)]
    included = [word for one in filters for word in ("--include", one)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as target:
        try:
            assert target.stdout is not None
            pid = target.stdout.readline().decode().strip()
            recorder = kpath.start(
                "attach", pid, "-q", "--no-report", "-o", "p.kpath", *included, directory=tmp_path
            )
            looks = iter(range(1000))

            def is_recorded() -> bool:
                look = f"{next(looks)}.kpath"
                done = kpath.run("ctl", pid, "dump", "-o", look, directory=tmp_path)
                return done.returncode == 0 and Profile.open(tmp_path / look).run.events > 0

            wait_for(is_recorded, "the program is recorded")
            assert kpath.run("ctl", pid, "end", directory=tmp_path).returncode == 0
            recorder.communicate(timeout=kpath.TIMEOUT_SECONDS)
            assert recorder.returncode == 0
        finally:
            end.touch()
            target.kill()
    assert Profile.open(tmp_path / "p.kpath").run.threads == 1

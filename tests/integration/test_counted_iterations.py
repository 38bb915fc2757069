"""Checks the numbers of iterations of two loops that make three iterations each."""

from pathlib import Path

import pytest

import kpath_command as kpath
import kpath_jvm
from kpath_jvm import Profile
from oracle.harness import compile_java

PROGRAM = """
public class Three {
  static int run(int n) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += n;
    }
    int j = 0;
    do {
      sum -= j;
    } while (++j < 3);
    return sum;
  }
  public static void main(String[] arguments) {
    int sum = 0;
    for (int n = 0; n < 500; n++) sum += run(n);
    System.out.println(sum);
  }
}
"""
FOR, DO = 5, 11


def recorded(directory: Path, *options: str) -> Path:
    (directory / "Three.java").write_text(PROGRAM)
    compile_java([directory / "Three.java"], directory, *options)
    target = ("--", "java", "-cp", str(directory), "Three")
    done = kpath.run("run", "-q", "-k", "8", "-o", "p.kpath", *target, directory=directory)
    assert done.returncode == 0, done.stderr
    return directory / "p.kpath"


def test_only_a_test_at_the_top_runs_once_more_than_the_loop_iterates(tmp_path: Path) -> None:
    """The ``do`` loop has its test at the end, so it runs the test only once per iteration."""
    profile = Profile.open(recorded(tmp_path))
    loops = kpath_jvm.loops(profile, "Three.run")
    assert loops["mean_iterations"].tolist() == [3, 3]
    assert loops["iterations"].tolist() == [1500, 1500]
    table = kpath_jvm.by_iteration(profile, "Three.run", least_explained=0.0)
    for line, asked in ((FOR, 4), (DO, 3)):
        rows = table[table["line"] == line]
        own = rows[rows["iteration"] > 0]
        assert own.groupby("iteration")["count"].sum().to_dict() == dict.fromkeys(
            range(1, asked + 1), 500
        )
        assert rows[rows["iteration"] == 0]["count"].sum() == 0
        answers = own[own["count"] > 0].groupby("iteration")["answer"].agg(list).to_dict()
        (last,) = answers.pop(asked)
        assert all(given != [last] for given in answers.values())


@pytest.mark.parametrize(("options", "is_said"), [((), False), (("-g:source,lines",), True)])
def test_verbs_say_that_names_of_variables_are_missing(
    tmp_path: Path, options: tuple[str, ...], is_said: bool
) -> None:
    path = recorded(tmp_path, *options)
    for verb in ("branches", "advise", "report"):
        done = kpath.run(verb, str(path), directory=tmp_path)
        assert done.returncode == 0, done.stderr
        text = " ".join(done.stdout.decode().split())
        assert ("compile with -g (javac -g) and record again" in text) == is_said
        assert ("the class files of Three don't have them" in text) == is_said

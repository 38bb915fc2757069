"""Tests that a rule of ``check`` can fail because of a path that an exception cut off."""

from pathlib import Path

import pytest

import kpath_command as kpath
from oracle.harness import compile_java

#: A call of ``step`` with an odd number ends with an exception from line 4.
#: Each entry into the loop of ``tries`` begins with an iteration that throws; the exception is
#: caught inside the loop.
SOURCE = """\
public class Thrown {
  static int step(int x) {
    if (x % 2 == 1) {
      audit(x);
      return -1;
    }
    return x;
  }

  static void audit(int x) {
    throw new IllegalStateException("odd " + x);
  }

  static int tries(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      try {
        sum += i == 0 ? step(1) : step(2 * i);
      } catch (IllegalStateException odd) {
        sum--;
      }
    }
    return sum;
  }

  public static void main(String[] arguments) {
    int sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += tries(50);
    }
    System.out.println(sum);
  }
}
"""
NEVER = '[[rule]]\npath = "Thrown.step"\nthrough = [4]\n'
RARE = '[[rule]]\noutcome = "Thrown.step:3"\nat-most = "1%"\n'
FEW = '[[rule]]\niterations = "Thrown.tries:16"\nat-most = 10\n'
CAUGHT = '[[rule]]\npath = "Thrown.tries"\nthrough = [20]\nat-least = 100\nat-most = 100\n'
MANY = '[[rule]]\niterations = "Thrown.tries:16"\nat-least = 60\n'


@pytest.fixture(scope="module")
def thrown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("thrown")
    (directory / "Thrown.java").write_text(SOURCE)
    kpath.ensure_jars()
    compile_java([directory / "Thrown.java"], directory / "classes", "-g")
    done = kpath.run(
        "run", "-k", "4", "-o", "p.kpath", "--no-report", "--", "java", "-cp", "classes", "Thrown",
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert kpath.run_json(directory / "p.kpath")["completeness"]["verdict"] == "exact"
    return directory


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (NEVER, "path of Thrown.step through line 4 (after (x % 2) == 1: yes): 0; 0 to 100 if "
         "paths that an exception or the recording's end cut off are included (completed-only = "
         "true leaves them out), at most 0"),
        (RARE, "outcome of Thrown.step:3 ((x % 2) == 1) yes: 0 %; 0 % to 2 % if paths that an "
         "exception or the recording's end cut off are included"),
        (FEW, "iterations per entry of Thrown.tries:16 (the loop that ends at the condition \"i < "
         "rounds\"): no entry was seen from its beginning; "),
        (MANY, "iterations per entry of Thrown.tries:16 (the loop that ends at the condition \"i < "
         "rounds\"): no entry was seen from its beginning; "),
    ],
)  # fmt: skip
def test_a_rule_fails_for_a_path_that_may_have_been_cut_off(
    thrown: Path, rule: str, words: str
) -> None:
    (thrown / "rules.toml").write_text(rule)
    done = kpath.run("check", "p.kpath", "--rules", "rules.toml", directory=thrown)
    text = " ".join(done.stdout.decode().split())
    assert done.returncode == 1, text
    assert f"FAILED {rule.split()[1]} " in text
    assert words in text


@pytest.mark.parametrize("rule", [NEVER, RARE])
def test_completed_paths_can_be_judged_alone(thrown: Path, rule: str) -> None:
    (thrown / "rules.toml").write_text(f"{rule}completed-only = true\n")
    done = kpath.run("check", "p.kpath", "--rules", "rules.toml", directory=thrown)
    assert done.returncode == 0, done.stdout.decode()


def test_a_path_that_an_exception_cut_off_does_not_count_for_the_handler(thrown: Path) -> None:
    """Each of the 100 exceptions cuts off a path of the loop, and is caught in another path.

    Only the paths of the handler, line 20, count.
    """
    (thrown / "rules.toml").write_text(CAUGHT)
    done = kpath.run("check", "p.kpath", "--rules", "rules.toml", directory=thrown)
    assert done.returncode == 0, done.stdout.decode()
    assert "through line 20: 100, at least 100 and at most 100" in done.stdout.decode()

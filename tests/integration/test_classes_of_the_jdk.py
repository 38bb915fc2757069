"""Classes of the JDK that the agent itself might need are recorded like others."""

from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from oracle.harness import compile_java, find_java_homes

PROGRAM = """
public class Rx {
  public static void main(String[] arguments) {
    int parts = 0;
    for (int i = 0; i < 1000; i++) {
      parts += "a,b;c".split("[,;]").length;
    }
    System.out.println(parts);
  }
}
"""


@pytest.mark.parametrize("home", find_java_homes(), ids=lambda home: home.name)
def test_regular_expressions(home: Path, tmp_path: Path) -> None:
    """The agent must not need the classes of java.util.regex to instrument them."""
    kpath.ensure_jars()
    (tmp_path / "Rx.java").write_text(PROGRAM)
    compile_java([tmp_path / "Rx.java"], tmp_path, java_home=home)
    filters = ["--include", "Rx", "--include", "java.util.regex"]
    target = ["--", str(home / "bin" / "java"), "-cp", ".", "Rx"]
    done = kpath.run("run", "-q", "-o", "p.kpath", *filters, *target, directory=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"3000\n"), done.stderr
    methods = Profile.open(tmp_path / "p.kpath").table("methods")
    rows = zip(
        methods.column("class").to_pylist(), methods.column("entries").to_pylist(), strict=True
    )
    assert sum(count for name, count in rows if name == "java/util/regex/Matcher") >= 3000

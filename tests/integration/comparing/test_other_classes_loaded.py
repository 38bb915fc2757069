"""Tests that two runs that load different classes of one program aren't taken for an edit."""

import json
from pathlib import Path

import pytest

import kpath_command
from oracle.harness import compile_java

#: Two nested and two top-level classes have the same methods. The argument chooses one class.
PROGRAM = """
interface Op { int step(int x); }
class Left implements Op { BODY }
class Right implements Op { BODY }
public class Pick {
  static final class Up implements Op { BODY }
  static final class Down implements Op { BODY }
  public static void main(String[] a) {
    Op op = a[0].equals("Up") ? new Up() : a[0].equals("Down") ? new Down()
        : a[0].equals("Left") ? new Left() : new Right();
    int t = 0;
    for (int i = 0; i < 900; i++) t += op.step(i);
    System.out.println(t);
  }
}
""".replace(
    "BODY",
    "public int step(int x) { int s = 0; for (int i = 0; i < x % 7; i++) s += 3; return s; }",
)


@pytest.mark.parametrize("names", [("Up", "Down"), ("Left", "Right")])
def test_other_loaded_classes_are_no_edit(tmp_path: Path, names: tuple[str, str]) -> None:
    kpath_command.ensure_jars()
    (tmp_path / "Pick.java").write_text(PROGRAM)
    compile_java([tmp_path / "Pick.java"], tmp_path)
    for name in names:
        kpath_command.run(
            "run", "-k", "2", "-o", f"{name}.kpath", "--", "java", "-cp", ".", "Pick", name,
            directory=tmp_path,
        )  # fmt: skip
    was = f"Pick${names[0]}" if names[0] == "Up" else names[0]
    gates = (
        f"bytecodes({was}.step) > 10%", f"entries({was}.step) > 10%", "gone-method", "new-method",
        "gone-loop", "new-loop",
    )  # fmt: skip
    words = [word for gate in gates for word in ("--fail-if", gate)]
    done = kpath_command.run(
        "diff", *(f"{name}.kpath" for name in names), "--format", "json", *words,
        directory=tmp_path,
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert [gate["passed"] for gate in found["gates"]] == [False] * len(gates)
    assert found["edited"] == []
    assert {name: count for name, count in found["matched"].items() if count} == {
        "same": 1, "new": 2, "gone": 2,
    }  # fmt: skip
    rows = [*found["methods"], *found["loops"]]
    told = {one["status"] for one in rows if one["method"] != "main"}
    assert told == {"new", "gone"}

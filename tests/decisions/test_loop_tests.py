"""Loops that javac compiled have the loop tests of the table in docs/loops.md."""

from pathlib import Path

import pytest

from kpath_command import ensure_jars, run
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.model import Profile
from oracle.harness import compile_java, find_java_homes

#: The body of each loop, in which n is a parameter and i and s are 0, and what its test compares.
LOOPS = {
    "while (i < n) i++;": {"i"},
    "while (i < n && s < 9) { i++; s += 2; }": {"i", "s"},
    "for (int j = 0; j < n; j++) s += j;": {"j"},
    "for (int x : new int[n]) s += x;": {"local"},
    "do { i++; } while (i < n);": set(),
    "do { if (s > 7) break; s++; i++; } while (i < n);": {"s"},
    "do { if (s > 7) return; s++; i++; } while (i < n);": {"s"},
    "do { s++; if (s > 7) break; i++; } while (i < n);": {"s"},
    "while (true) { if (i >= n) break; i++; }": {"i"},
    "for (;;) { if (i >= n || s > 7) break; i++; s++; }": {"i", "s"},
    "while (true) { i++; if (i >= n) break; s++; }": {"i"},
    "while (true) { i++; if (i >= n) break; }": set(),
    "while (true) { if (s % 2 == 0) s++; if (i >= n) break; i++; }": set(),
    "do { while (s < i) s++; i++; } while (i < n);": set(),
    # Two loops of the source, and one in the bytecode.
    "o: do { while (true) { if (i >= n) break o; i++; if (s > 3) break; } s++; } while (s < 9);":
        {"i"},
}  # fmt: skip


@pytest.mark.parametrize("home", [0, -1], ids=["oldest", "newest"])
def test_the_first_condition_that_leaves_is_the_loop_test(home: int, tmp_path: Path) -> None:
    ensure_jars()
    methods = "".join(
        f"static void m{at}(int n) {{ int i = 0, s = 0; {loop} }}\n"
        for at, loop in enumerate(LOOPS)
    )
    calls = " ".join(f"m{at}(5);" for at in range(len(LOOPS)))
    (tmp_path / "Tests.java").write_text(
        f"class Tests {{\n{methods}public static void main(String[] args) {{ {calls} }} }}"
    )
    java_home = find_java_homes()[home]
    compile_java([tmp_path / "Tests.java"], tmp_path, java_home=java_home)
    done = run(
        "run", "-k", "2", "--no-report", "-o", "t.kpath",
        "--", str(java_home / "bin" / "java"), "-cp", ".", "Tests",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    profile = Profile.open(tmp_path / "t.kpath")
    for at, (loop, expected) in enumerate(LOOPS.items()):
        method = profile.find_method(f"Tests.m{at}")
        code = profile.code(method)
        test = LoopNest(code, profile.method_rows.row(method)).test(0)
        asked = {code.deciding[block].operands[0].split()[0] for block in test}
        assert asked == expected, loop
        assert len(code.loops) == 1, loop

"""Loops that javac compiled have the loop tests that the table in docs/loops.md describes."""

from pathlib import Path

import pytest

from decisions.recorded import java_home, record
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.model import Profile

#: Maps each loop to the first word of each condition in its loop test. n is a parameter; i and s
#: are 0 at first.
LOOPS = {
    "while (i < n) i++;": {"i"},
    "while (i < n && s < 9) { i++; s += 2; }": {"i", "s"},
    "for (int j = 0; j < n; j++) s += j;": {"j"},
    "for (int x : new int[n]) s += x;": {"local"},
    "do { i++; } while (i < n);": set(),
    "do { i++; } while (i < n && s < 9);": set(),
    "do { i++; } while (i < n || s > 9);": set(),
    "do { i++; } while ((i < n || s > 9) && i < 7);": set(),
    "do { i++; } while (!(i >= n || s > 9) && (i < 7 ? s < 3 : s < 4));": set(),
    "do { i++; if (s > 7) break; } while (i < n);": set(),
    "do { i++; if (s > 7) return; } while (i < n);": set(),
    "do { try { s += n / i++; } catch (RuntimeException e) { s++; } } while (i < n && s < 9);":
        set(),
    "do { try { if (n / s > i) break; } catch (RuntimeException e) { s++; } } while (i++ < n);":
        {"(n"},
    # These loops consist of conditions only, so their loop tests begin with the first condition.
    "while (i < n && i++ < 9) ;": {"i", "i++"},
    "while (i++ < n) if (s > 9) break;": {"i++"},
    "do { } while (i++ < n && s < 9);": {"i++"},
    # As a statement and at the beginning of a condition, ++i is the same instruction.
    "do { ++i; } while (i < n && s < 9);": set(),
    "while (++i < n) if (s > 9) break;": set(),
    "do { if (s > 7) break; s++; i++; } while (i < n);": {"s"},
    "do { if (s > 7) return; s++; i++; } while (i < n);": {"s"},
    "do { s++; if (s > 7) break; i++; } while (i < n);": {"s"},
    "while (true) { if (i >= n) break; i++; }": {"i"},
    "for (;;) { if (i >= n || s > 7) break; i++; s++; }": {"i", "s"},
    "while (true) { i++; if (i >= n) break; s++; }": {"i"},
    "while (true) { i++; if (i >= n) break; }": set(),
    "while (true) { if (s % 2 == 0) s++; if (i >= n) break; i++; }": set(),
    "do { while (s < i) s++; i++; } while (i < n);": set(),
    # The source has two loops, and the bytecode has one.
    "o: do { while (true) { if (i >= n) break o; i++; if (s > 3) break; } s++; } while (s < 9);":
        {"i"},
}  # fmt: skip


@pytest.mark.parametrize("newest", [False, True], ids=["oldest", "newest"])
def test_loop_tests_agree_with_the_documentation(newest: bool, tmp_path: Path) -> None:
    methods = "".join(
        f"static void m{at}(int n) {{ int i = 0, s = 0; {loop} }}\n"
        for at, loop in enumerate(LOOPS)
    )
    calls = " ".join(f"m{at}(5);" for at in range(len(LOOPS)))
    java = f"class Tests {{\n{methods}public static void main(String[] args) {{ {calls} }} }}"
    profile = Profile.open(record(tmp_path, "Tests", java, java_home(newest=newest)))
    for at, (loop, expected) in enumerate(LOOPS.items()):
        method = profile.find_method(f"Tests.m{at}")
        code = profile.code(method)
        test = LoopNest(code, profile.method_rows.row(method)).test(0)
        asked = {code.deciding[block].operands[0].split()[0] for block in test}
        assert asked == expected, loop
        assert len(code.loops) == 1, loop

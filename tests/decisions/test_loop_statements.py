"""A compiled loop is reported with its own statement, or a note explains why it isn't."""

from pathlib import Path

import pytest

from decisions.recorded import java_home, record
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts

JAVA = """import java.util.function.IntUnaryOperator;
public class Told {
    static final boolean YES = true;
    static int two(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i]; for (int x : a) if (x > 2) s--; return s;
    }
    static int nest(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s++;
        return s; }
    static int lambda(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { IntUnaryOperator f = x -> { while (x > 0) x--; return x; };
            s += f.applyAsInt(i); }
        IntUnaryOperator f = x -> {
            int y = x;
            do { y++; } while (y < 9);
            return y;
        };
        IntUnaryOperator g = x -> { while (x > 1) x--; return x; }, h = x -> { while (x > 2) x -= 2;
            return x; };
        return s + f.applyAsInt(n) + g.applyAsInt(n) + h.applyAsInt(n);
    }
    static int copied(int n) {
        int s = 0;
        for (int i = 0; i < n; i++)
            try { if (i % 3 == 1) continue; s++; } finally { for (int k = 0; k < 2; k++) s++; }
        return s;
    }
    static int shared(int n) {
        int s = 0;
        while (YES) { do { s++; } while (s % 3 != 0); if (s > n) return s; }
    }
    final int f;
    Told(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; f = s; }
    { int z = 0; while (z < 4) z++; }
    /* patterns */
    public static void main(String[] arguments) {
        int t = 0;
        for (int i = 0; i < 9; i++) t += two(new int[] {1, 2, 3}) + nest(i) + lambda(i) + copied(i);
        System.out.println(t + shared(9) + new Told(9).f);
    }
}
"""
PATTERNS = """record Pair(Object left, Object right) {}
    static int patterns(Object[] all) {
        int s = 0;
        for (Object one : all)
            s += switch (one) {
                case Integer i when i > 5 -> 1;
                case Pair(Integer a, String b) -> a;
                case Pair(String a, Object b) -> 3;
                case Integer i -> 2;
                default -> 0;
            };
        for (Object one : all) s += switch (one) { case Integer i when i > 5 -> 1; default -> 0; };
        return s;
    }
    static { System.out.println(patterns(new Object[] {1, 7, "", new Pair("", 1)})); }
"""
LOOP, WHILE = "for (int i = 0; i < n; i++)", "while (x > {})"
EXPECTED = {
    "two": ["for (int i = 0; i < a.length; i++)", "for (int x : a)"],
    "nest": [LOOP, "for (int j = 0; j < i; j++)"],
    "lambda": [LOOP],
    "lambda$lambda$": ["do … while (y < 9)", *map(WHILE.format, range(3))],
    "copied": [LOOP, *["for (int k = 0; k < 2; k++)"] * 3],
    "shared": [None],
    "<init>": ["while (z < 4)", LOOP],
    "main": ["for (int i = 0; i < 9; i++)"],
}


@pytest.mark.parametrize("newest", [False, True], ids=["oldest", "newest"])
def test_a_loop_has_its_own_statement(newest: bool, tmp_path: Path) -> None:
    home = java_home(newest=newest, needs_patterns=newest)
    java = JAVA.replace("/* patterns */", PATTERNS if newest else "")
    profile = Profile.open(record(tmp_path, "Told", java, home))
    sources = SourceTexts([tmp_path])
    found: dict[str, list[str | None]] = {}
    for number in profile.method_rows.numbers.tolist():
        code, row = profile.code(number), profile.method_rows.row(number)
        for loop in code.loops:
            text = sources.loop_statement(row["class"], row["source"], row["name"], code, loop)
            found.setdefault(row["name"].rstrip("0123456789"), []).append(text)
    found["lambda$lambda$"].sort(key=str)
    made = found.pop("patterns", [])
    assert found == EXPECTED
    # javac compiles a switch with patterns to one or several loops.
    assert [text for text in made if text is not None] == ["for (Object one : all)"] * 2 * newest
    assert len(made) > 3 * newest - 1
    (note,) = sources.notes()
    assert "Told.shared line 31: it may be any of 2 loops of the source" in note
    if newest:
        told = "the compiler made it for switch (one), to try the next case if one doesn't fit"
        assert told in note

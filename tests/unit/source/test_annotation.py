"""Source text and loop statements, from directories and jars."""

import zipfile
from pathlib import Path

import pytest

from kpath_jvm.source.annotation import SourceTexts

JAVA = """package demo;
import java.util.*;
/** A class { with a brace in a comment. */
public class Loops {
    static final String BRACES = "}}{{\\"";
    private int[] table = {1, 2, 3};
    void loops(List<String> names, int[] values) {
        for (int i = 0; i < values.length; i++) {
            for (String name : names) {
                use(name, '}');
            }
        }
        do {
            step(")");
        } while (more(1) && values
            .length > 0);
        while (next()) step();
        try (Scanner in = new Scanner(System.in)) {
            for (;;) { if (in.hasNext()) break; }
        }
        Runnable runnable = new Runnable() {
            public void run() {
                while (true) {
                    step("inner");
                }
            }
        };
        names.forEach(name -> {
            for (char c : name.toCharArray()) {
                step("" + c);
            }
        });
    }
    int newer(Object shape) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += switch (shape) { case String s -> s.length(); default -> 0; };
        }
        return sum;
    }
    record Point(int x, int y) {
        int sum() {
            int total = 0;
            for (int i = 0; i < x; i++) total += y;
            return total;
        }
    }
}
"""


@pytest.fixture(params=["directory", "deeper", "jar"])
def sources(request: pytest.FixtureRequest, tmp_path: Path) -> SourceTexts:
    if request.param == "jar":
        root = tmp_path / "demo-sources.jar"
        with zipfile.ZipFile(root, "w") as jar:
            jar.writestr("META-INF/other/Loops.java", "not this")
            jar.writestr("demo/Loops.java", JAVA)
    else:
        root = tmp_path
        folder = root / ("src/main/java/demo" if request.param == "deeper" else "demo")
        folder.mkdir(parents=True)
        (folder / "Loops.java").write_text(JAVA)
    return SourceTexts([root])


def _statement(sources: SourceTexts, header: int, loop: set[int], method: set[int]) -> str | None:
    return sources.loop_statement("demo/Loops", "Loops.java", header, loop, method)


METHOD = {8, 9, 10, 13, 14, 15, 17, 18, 19, 21, 28, 33}


@pytest.mark.parametrize(
    ("header", "loop", "method", "statement"),
    [
        (8, {8, 9, 10}, METHOD, "for (int i = 0; i < values.length; i++)"),
        (9, {9, 10}, METHOD, "for (String name : names)"),
        (14, {14, 15}, METHOD, "do … while (more(1) && values .length > 0)"),
        (17, {17}, METHOD, "while (next())"),
        (19, {19}, METHOD, "for (;;)"),
        (24, {24}, {24}, "while (true)"),
        (29, {29, 30}, {29, 30, 32}, "for (char c : name.toCharArray())"),
        (44, {44}, {43, 44, 45}, "for (int i = 0; i < x; i++)"),
        # A switch expression: not for javalang, so the line's text alone.
        (36, {36, 37}, {35, 36, 37, 39}, "for (int i = 0; i < 3; i++) {"),
        # No loop statement there: the line's text too.
        (6, {6}, {6}, "private int[] table = {1, 2, 3};"),
        (999, {999}, {999}, None),
    ],
)
def test_loops_are_named_by_their_statement(
    sources: SourceTexts, header: int, loop: set[int], method: set[int], statement: str | None
) -> None:
    assert _statement(sources, header, loop, method) == statement


def test_lines_of_inner_classes_and_without_a_source_attribute(sources: SourceTexts) -> None:
    for source in ("Loops.java", None, float("nan")):
        lines = sources.lines("demo/Loops$Point", source)
        assert lines is not None
        assert lines[3] == "public class Loops {"
    assert sources.lines("elsewhere/Loops", "Loops.java") is None
    assert sources.lines("demo/Nothing", None) is None
    assert sources.lines("demo/Loops", "../../etc/passwd") is None


@pytest.mark.parametrize("text", ["", "{{{", "}}}", '"', "/*", "class A {", "\x00" * 10, "for ("])
def test_text_that_is_no_java(tmp_path: Path, text: str) -> None:
    (tmp_path / "A.java").write_text(text)
    texts = SourceTexts([tmp_path])
    assert texts.loop_statement("A", "A.java", 1, {1}, {1}) in (None, text.strip() or None)

"""Tests how source text and loop statements are read from directories and jars."""

import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pyarrow as pa
import pytest

from builders.sources.branches import branch
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import LineTable, PathDecoder
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.places import Place, Places
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.source.annotation import SourceTexts
from kpath_jvm.source.branches import branches_of


class Recorded:
    """Stands for a profile that has methods of one class; ``codes`` are their codes by name."""

    def __init__(self, name: str, codes: Mapping[str, MethodCode], digest: str) -> None:
        self._codes = list(codes.values())
        count = len(codes)
        self.method_rows = MethodRows(
            pa.table(
                {
                    "method": pa.array(range(count), pa.int32()),
                    "class": [name] * count,
                    "source": [f"{name.rpartition('/')[2]}.java"] * count,
                    "digest": [digest] * count,
                    "name": list(codes),
                    "descriptor": ["()V"] * count,
                }
            )
        )

    def table(self, name: str) -> pa.Table:
        assert name == "mapped_lines"
        return SCHEMAS[name].empty_table()

    def code(self, method: int) -> MethodCode:
        return self._codes[method]


def recorded(name: str, codes: Mapping[str, MethodCode], digest: str = "") -> Profile:
    return cast("Profile", Recorded(name, codes, digest))


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


def _code(
    header: int, loop: set[int], method: set[int], mapped: dict[int, Place] | None = None
) -> MethodCode:
    """Returns a method with three blocks: two that form a loop, and one for the rest.

    ``header`` is the first block's line; ``loop`` and ``method`` are the lines of the other two.
    """
    offsets = ((0, 9), (10, 1009), (1010, 2009))
    blocks = [[header], sorted(loop), sorted(method)]
    lines = [
        [(first + at, line) for at, line in enumerate(own)]
        for (first, _), own in zip(offsets, blocks, strict=True)
    ]
    table = LineTable(offsets, lines)
    places = Places(table.all(), mapped or {})
    decoder = PathDecoder([], [], [], 3)
    return MethodCode(offsets, (9, 9, 9), table, (Loop(0, (1,), (0, 1)),), decoder, (), places)


def _statement(
    sources: SourceTexts, name: str, header: int, loop: set[int], method: set[int]
) -> str | None:
    code = _code(header, loop, method)
    return sources.loop_statement("demo/Loops", "Loops.java", name, code, code.loops[0])


METHOD = {8, 9, 10, 13, 14, 15, 17, 18, 19, 21, 28, 33}


@pytest.mark.parametrize(
    ("name", "header", "loop", "method", "statement"),
    [
        ("loops", 8, {8, 9, 10}, METHOD, "for (int i = 0; i < values.length; i++)"),
        ("loops", 9, {9, 10}, METHOD, "for (String name : names)"),
        ("loops", 14, {14, 15}, METHOD, "do … while (more(1) && values .length > 0)"),
        ("loops", 17, {17}, METHOD, "while (next())"),
        ("loops", 19, {19}, METHOD, "for (;;)"),
        ("run", 24, {24}, {24}, "while (true)"),
        ("lambda$loops$0", 29, {29, 30}, {29, 30, 32}, "for (char c : name.toCharArray())"),
        ("sum", 44, {44}, {43, 44, 45}, "for (int i = 0; i < x; i++)"),
        ("newer", 36, {36, 37}, {35, 36, 37, 39}, "for (int i = 0; i < 3; i++)"),
        # The method has no loop statement on these lines.
        ("loops", 6, {6}, {6}, None),
        ("loops", 29, {29, 30}, {28, 29, 30, 33}, None),
        ("loops", 999, {999}, {999}, None),
    ],
)
def test_loops_get_the_text_of_their_statement(
    sources: SourceTexts,
    name: str,
    header: int,
    loop: set[int],
    method: set[int],
    statement: str | None,
) -> None:
    assert _statement(sources, name, header, loop, method) == statement


def test_lines_of_inner_classes_come_from_the_file_of_the_outer_class(sources: SourceTexts) -> None:
    for source in ("Loops.java", None, float("nan")):
        lines = sources.lines("demo/Loops$Point", source)
        assert lines is not None
        assert lines[3] == "public class Loops {"
    assert sources.lines("elsewhere/Loops", "Loops.java") is None
    assert sources.lines("demo/Nothing", None) is None
    assert sources.lines("demo/Loops", "../../etc/passwd") is None


@pytest.mark.parametrize("text", ["", "{{{", "}}}", '"', "/*", "class A {", "\x00" * 10, "for ("])
def test_invalid_java_text_has_no_loop_statement(tmp_path: Path, text: str) -> None:
    (tmp_path / "A.java").write_text(text)
    texts = SourceTexts([tmp_path])
    code = _code(1, {1}, {1})
    found = texts.loop_statement("A", "A.java", "a", code, code.loops[0])
    assert found is None


ENDLESS = """class A {
    void a(int x) {
        for (; ; ) {
            x++;
            if (x > 3) continue;
            while (x < 9) {
                x += 2;
            }
        }
    }
}
"""
SHARED = """class A {
    void a(int x) {
        do {
            while (x < 9)
                x += 2;
            x -= 3;
        } while (x > 7);
    }
}
"""


@pytest.mark.parametrize(
    ("java", "lines", "text", "is_one"),
    [
        (ENDLESS, {5, 6, 7}, "for (; ; )", True),
        (SHARED, {5, 6, 7}, "do \N{HORIZONTAL ELLIPSIS} while (x > 7)", False),
    ],
)
def test_two_statements_may_begin_with_one_instruction(
    tmp_path: Path, java: str, lines: set[int], text: str, *, is_one: bool
) -> None:
    (tmp_path / "A.java").write_text(java)
    code, texts = _code(4, lines, {3, 4, *lines}), SourceTexts([tmp_path])
    assert texts.loop_statement("A", "A.java", "a", code, code.loops[0]) == text
    assert texts.is_one_statement("A", "A.java", "a", code, code.loops[0]) is is_one
    (tmp_path / "empty").mkdir()
    nowhere = SourceTexts([tmp_path / "empty"])
    assert not nowhere.is_one_statement("A", "A.java", "a", code, code.loops[0])


def test_an_inlined_loop_is_a_statement_of_its_own_file(sources: SourceTexts) -> None:
    """Lines 108 to 110 stand for lines 8 to 10, the first loop of JAVA. Line 7 is in the caller.

    The inlined method's name isn't known, so the text is the whole first line of the loop.
    """
    mapped = {100 + line: Place("Loops.java", "demo", 7, line) for line in METHOD}
    code = _code(108, {108, 7, 109, 110}, {7, *mapped}, mapped)
    found = sources.loop_statement("elsewhere/Main", "Main.kt", "main", code, code.loops[0])
    assert found == "for (int i = 0; i < values.length; i++) {"
    # In a loop of the caller, inlined lines are ignored.
    code = _code(8, {8, 9, 10, 113}, METHOD | {113}, {113: Place("Other.kt", "", 9, 4000)})
    found = sources.loop_statement("demo/Loops", "Loops.java", "loops", code, code.loops[0])
    assert found == "for (int i = 0; i < values.length; i++)"


def test_a_loop_without_lines_has_no_statement(sources: SourceTexts) -> None:
    table = LineTable(((0, 9),), [[]])
    code = MethodCode(
        ((0, 9),), (9,), table, (Loop(0, (0,), (0,)),), PathDecoder([], [], [], 1), (),
        Places((), {}),
    )  # fmt: skip
    assert sources.loop_statement("demo/Loops", "Loops.java", "loops", code, code.loops[0]) is None


def test_inlined_lines_belong_to_their_own_file(sources: SourceTexts) -> None:
    texts = sources.lines_of("elsewhere/Main", "Main.kt", Place("Loops.java", "demo", 7, 4))
    assert texts is not None
    assert texts[3] == "public class Loops {"
    assert sources.lines_of("elsewhere/Main", "Main.kt", Place("", "", -1, 4)) is None


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("A.java", "class A {\nint f(int a) {\nreturn a > 3 ? 1 : 2;\n}\n}\n"),
        ("A.kt", "class A {\nfun f(a: Int) =\nif (a > 3) 1 else 2\n}\n"),
        ("A.scala", "class A {\ndef f(a: Int) =\nif (a > 3) 1 else 2\n}\n"),
        ("A.groovy", "class A {\ndef f(a) {\na > 3 ? 1 : 2\n}\n}\n"),
    ],
)
def test_conditions_are_read_with_the_grammar_of_the_language(
    file: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(text)
    found = SourceTexts([tmp_path]).questions("A", file, "f", [branch(0, "a > 3", line=3)])
    assert found is not None
    known = file != "A.groovy"
    assert {block: one.text for block, one in found.items()} == ({0: "a > 3"} if known else {})
    assert SourceTexts([tmp_path]).questions("B", "B.java", "f", []) is None


LAMBDAS = """class A {
void f() { xs.removeIf(x -> x > 1); xs.removeIf(x -> x > 2);
ys.removeIf(y -> y > 1); ys.removeIf(y ->
y > a); zs.removeIf(x -> x > b && c); zs.removeIf(x -> x > b && c);
}
}
"""


@pytest.mark.parametrize(
    ("line", "asked", "told"),
    [
        (2, "x > 1", "x > 1"),
        (2, "x > 2", "x > 2"),
        (2, "x > 3", None),
        # Of the two lambdas that begin on this line, only the first one asks whether y > 1.
        (3, "y > 1", "y > 1"),
        (4, "y > a", "y > a"),
        # The last two lambdas ask not only x > b but also c, so neither of them fits.
        (4, "x > b", None),
    ],
)
def test_the_matching_lambda_is_chosen_from_several_on_a_line(
    line: int, asked: str, told: str | None, tmp_path: Path
) -> None:
    (tmp_path / "A.java").write_text(LAMBDAS)
    kotlin = LAMBDAS.replace("void", "fun").replace("removeIf(", "removeIf { ").replace(");", " };")
    (tmp_path / "A.kt").write_text(kotlin)
    sources = SourceTexts([tmp_path])
    for file in ("A.java", "A.kt"):
        found = sources.questions("A", file, "lambda$f$0", [branch(0, asked, line=line)])
        assert found is not None
        assert {block: one.text for block, one in found.items()} == ({0: told} if told else {})


def _branching(line: int, operands: tuple[str, ...]) -> MethodCode:
    """Returns a method with the first loop of JAVA, whose header branches on the given line."""
    whole = _code(8, {8, 9, 10}, METHOD)
    asked = Decision(0, "<", "I", operands, (1, 0), (1, 2))
    table = LineTable(whole.offsets, [[(0, line)], [(10, 9), (11, 10)], [(1010, 13)]])
    return replace(whole, lines=table, decisions=(asked,), places=Places(table.all(), {}))


@pytest.mark.parametrize(
    ("line", "operands", "statement"),
    [
        (8, ("i", "values.length"), "for (int i = 0; i < values.length; i++)"),
        # If a name or the line differs, the source belongs to another version.
        (8, ("i", "limit"), None),
        (10, ("i", "values.length"), None),
    ],
)
def test_a_loop_has_text_only_if_the_source_matches(
    sources: SourceTexts, line: int, operands: tuple[str, ...], statement: str | None
) -> None:
    code = _branching(line, operands)
    found = sources.loop_statement("demo/Loops", "Loops.java", "loops", code, code.loops[0])
    assert found == statement
    notes = [
        f"demo/Loops.java of --sources: 1 loop shown without text: Loops.loops line {line}: its "
        "conditions can't be matched with those of the source, which may be of another version"
    ]
    assert sources.notes() == ([] if statement else notes)


KOTLIN = """package demo
inline fun <T> Iterable<T>.each(action: (T) -> Unit) {
    for (one in this) {
        action(one)
    }
}
"""


@pytest.mark.parametrize("shift", [0, 1])
@pytest.mark.parametrize("file", ["Util.kt", ""])
def test_an_inlined_loop_is_checked_by_branches_of_its_own_file(
    file: str, shift: int, tmp_path: Path
) -> None:
    """A loop on line 3 of a file was inlined into line 7 of a method with a branch on its line 3.

    If the loop is on another line of its file, that file belongs to another version. Even if the
    method is in the same file, the loop isn't compared with the method's branch on line 3.
    """
    (tmp_path / "demo").mkdir()
    (tmp_path / f"demo/{file or 'Main.kt'}").write_text("\n" * shift + KOTLIN)
    whole = _code(103, {103}, {3, 7, 103})
    decisions = (
        Decision(0, "true", "Z", ("iterator.hasNext()",), (1, 0), (1, 2)),
        Decision(2, ">", "I", ("limit", "20"), (1, 0), (1, 2)),
    )
    table = LineTable(whole.offsets, [[(0, 103)], [(10, 103)], [(1010, 3), (1011, 7), (1012, 3)]])
    places = Places(table.all(), {103: Place(file, "demo" if file else "", 7, 3)})
    code = replace(whole, lines=table, decisions=decisions, places=places)
    sources = SourceTexts([tmp_path])
    found = sources.loop_statement("demo/Main", "Main.kt", "main", code, code.loops[0])
    assert found == (None if shift else "for (one in this) {")
    assert len(sources.notes()) == shift
    # Without the file, there is nothing to judge.
    sources = SourceTexts([Path(__file__).parent])
    assert sources.loop_statement("demo/Main", "Main.kt", "main", code, code.loops[0]) is None
    assert "recorded code" not in str(sources.notes())


@pytest.mark.parametrize(
    ("file", "line", "is_call"),
    [("A.kt", 3, True), ("A.kt", 4, False), ("A.scala", 3, True), ("A.scala", 4, False)],
)
def test_a_loop_on_the_line_of_a_call_may_be_inlined(
    tmp_path: Path, file: str, line: int, is_call: bool
) -> None:
    """Some inlined functions leave no lines of their own, so their loops are on the call's line."""
    kind = "fun" if file.endswith(".kt") else "def"
    text = f"class A {{\n{kind} f() = {{\nxs.sumOf {{ it.n }}\nmore\n}}\n}}\n"
    (tmp_path / file).write_text(text if kind == "fun" else text.replace("{ it.n }", "(_.n)"))
    whole = _code(line, {line}, {line})
    asked = Decision(0, "true", "Z", ("iterator.hasNext()",), (1, 0), (1, 2))
    code = replace(whole, decisions=(asked,))
    sources = SourceTexts([tmp_path])
    assert sources.loop_statement("A", file, "f", code, code.loops[0]) is None
    (note,) = sources.notes()
    told = f"A.f line {line}: it may have been inlined from a function that is called there"
    assert (told in note, "can't be matched" in note) == (is_call, not is_call)


@pytest.mark.parametrize("file", ["A.kt", "A.scala"])
@pytest.mark.parametrize("broken", [True, False])
def test_unparsable_code_does_not_contradict_the_version(
    tmp_path: Path, file: str, broken: bool
) -> None:
    """The source differs from the recorded loop, but only code that can be parsed shows this."""
    kind = "fun" if file.endswith(".kt") else "def"
    text = f"class A {{\n{kind} f() = {{\nwhile (a < b) {{ c() }}\n{'if (; ]' * broken}\n}}\n}}\n"
    (tmp_path / file).write_text(text)
    whole = _code(3, {3}, {3})
    code = replace(whole, decisions=(Decision(0, ">", "I", ("x", "y"), (1, 0), (1, 2)),))
    sources = SourceTexts([tmp_path])
    found = sources.loop_statement("A", file, "f", code, code.loops[0])
    assert found == ("while (a < b) { c() }" if broken else None)
    assert len(sources.notes()) == (not broken)


TWICE = """class Twice {
    static void run(int n) {
        while (n > 0) {
            n--;
        }
        while (n < 9) {
            n++;
        }
    }
}
"""


#: The lines of the blocks of the method of TWICE.
LINES = (3, 4, 6, 7, 9)


def _twice(names: tuple[str, str]) -> MethodCode:
    """Returns the code of the method of TWICE; its loops ask about variables with given names."""
    offsets = ((0, 9), (10, 19), (20, 29), (30, 39), (40, 49))
    table = LineTable(offsets, [[(10 * at, line)] for at, line in enumerate(LINES)])
    return MethodCode(
        offsets, (9,) * 5, table, (Loop(0, (1,), (0, 1)), Loop(2, (3,), (2, 3))),
        PathDecoder([], [], [], 5),
        (
            Decision(0, ">", "I", (names[0], "0"), (1, 2), (1, 2)),
            Decision(2, "<", "I", (names[1], "9"), (3, 4), (1, 2)),
        ),
        Places(table.all(), {}),
    )  # fmt: skip


@pytest.mark.parametrize(("names", "notes"), [
    (("n", "n"), []),
    (("n", "limit"), [
        "Twice.java of --sources: 1 loop shown without text: Twice.run line 6: its conditions "
        "can't be matched with those of the source, which may be of another version"
    ]),
    (("count", "limit"), [
        "--sources ROOT: Twice.java doesn't fit the recorded code of Twice.run, so nothing of this "
        "file is shown; pass the sources of the version that was recorded"
    ]),
])  # fmt: skip
@pytest.mark.parametrize("shown", [(0, 1), (1, 0), (1,)])
def test_only_matching_loops_of_a_source_have_text(
    tmp_path: Path, names: tuple[str, str], notes: list[str], shown: tuple[int, ...]
) -> None:
    (tmp_path / "Twice.java").write_text(TWICE)
    code = _twice(names)
    sources = SourceTexts([tmp_path], [recorded("Twice", {"run": code})])
    heads = ["while (n > 0)", "while (n < 9)"]
    for loop in shown:
        found = sources.loop_statement("Twice", "Twice.java", "run", code, code.loops[loop])
        assert found == (heads[loop] if names[loop] == "n" else None)
    assert [note.replace(str(tmp_path), "ROOT") for note in sources.notes()] == notes


#: TWICE as another version may have it.
OTHERS = {
    "lines were added": "// Added.\n" + TWICE,
    "conditions were edited": TWICE.replace("n > 0", "n > 10").replace("n < 9", "n < 90"),
    "a method took its place": TWICE.replace("run(", "other(") + "class B { void run(int n) { } }",
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("folders", [("other", "right"), ("right", "other")])
@pytest.mark.parametrize("is_one_root", [False, True])
def test_the_first_file_that_fits_is_taken(
    tmp_path: Path, folders: tuple[str, str], other: str, is_one_root: bool
) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir()
    (tmp_path / "right/Twice.java").write_text(TWICE)
    (tmp_path / "other/Twice.java").write_text(other)
    roots = [tmp_path] if is_one_root else [tmp_path / folder for folder in folders]
    sources = SourceTexts(roots, [recorded("Twice", {"run": _twice(("n", "n"))})])
    assert sources.lines("Twice", "Twice.java") == TWICE.split("\n")
    assert sources.notes() == []


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("count", [1, 2])
def test_nothing_of_a_file_that_does_not_fit_is_shown(
    tmp_path: Path, other: str, count: int
) -> None:
    for number in range(count):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "Twice.java").write_text(other + "//\n" * number)
    roots = [tmp_path / str(number) for number in range(count)]
    code = _twice(("n", "n"))
    sources = SourceTexts(roots, [recorded("Twice", {"run": code})])
    assert sources.lines("Twice", "Twice.java") is None
    assert sources.lines_of("Twice", "Twice.java", Place("", "", -1, 3)) is None
    assert sources.loop_statement("Twice", "Twice.java", "run", code, code.loops[0]) is None
    assert sources.questions("Twice", "Twice.java", "run", branches_of(code)) is None
    (note,) = sources.notes()
    assert note.startswith(f"--sources {roots[0]}: Twice.java doesn't fit the recorded code of ")


def test_of_two_files_that_fit_the_first_is_taken(tmp_path: Path) -> None:
    texts = [TWICE, TWICE.replace("n--", "n -= 1")]
    for number, text in enumerate(texts):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "Twice.java").write_text(text)
    sources = SourceTexts(
        [tmp_path / "0", tmp_path / "1"], [recorded("Twice", {"run": _twice(("n", "n"))})]
    )
    assert sources.lines("Twice", "Twice.java") == TWICE.split("\n")
    (note,) = sources.notes()
    assert note.startswith(f"--sources {tmp_path}/1 isn't used for Twice.java: ")


def test_files_that_do_not_fit_share_one_note(tmp_path: Path) -> None:
    profiles = []
    for number in range(5):
        name = f"Twice{number}"
        (tmp_path / f"{name}.java").write_text("\n" + TWICE.replace("Twice", name))
        profiles.append(recorded(name, {"run": _twice(("n", "n"))}))
    sources = SourceTexts([tmp_path], profiles)
    for number in range(5):
        assert sources.lines(f"Twice{number}", f"Twice{number}.java") is None
    assert sources.notes() == [
        f"--sources {tmp_path}: 5 files don't fit the recorded code, so nothing of them is shown: "
        "Twice0.java, Twice1.java, Twice2.java and 2 more; pass the sources of the version that "
        "was recorded"
    ]


def test_each_version_of_a_class_has_the_file_that_fits(tmp_path: Path) -> None:
    """The class was loaded twice; the second version is two lines further down."""
    later = "//\n//\n" + TWICE.replace("n > 0", "n > 5")
    for folder, text in (("a", TWICE), ("b", later)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "Twice.java").write_text(text)
    code = _twice(("n", "n"))
    table = LineTable(code.offsets, [[(10 * at, line + 2)] for at, line in enumerate(LINES)])
    asked = (Decision(0, ">", "I", ("n", "5"), (1, 2), (1, 2)), code.decisions[1])
    moved = replace(code, lines=table, decisions=asked, places=Places(table.all(), {}))
    versions = [recorded("Twice", {"run": code}, "1"), recorded("Twice", {"run": moved}, "2")]
    sources = SourceTexts([tmp_path], versions)
    assert sources.lines("Twice", "Twice.java", "1") == TWICE.split("\n")
    assert sources.lines("Twice", "Twice.java", "2") == later.split("\n")
    assert sources.notes() == []

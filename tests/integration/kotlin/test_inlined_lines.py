"""Reports of a compiled Kotlin program show inlined code at its place in the source."""

from pathlib import Path

import pytest

import kpath_command as kpath
from kotlin_compiler import compile_kotlin
from kpath_jvm import Profile
from kpath_jvm.source.annotation import SourceTexts

SOURCES = Path(__file__).parent / "programs"
WORDS, TIMES = 2000, 200

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def class_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compile_kotlin(SOURCES, tmp_path_factory.mktemp("kotlin"))


@pytest.fixture(scope="module")
def recorded(class_path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("recorded")
    own = ("run", "--no-report", "--include", "demo.**", "-o", "p.kpath")
    target = ("--", "java", "-cp", class_path, "demo.app.MainKt", str(WORDS), str(TIMES))
    done = kpath.run(*own, *target, directory=directory)
    assert done.returncode == 0, done.stderr
    return directory / "p.kpath"


def test_every_line_exists_in_a_file(recorded: Path) -> None:
    """The compiler's line numbers beyond a file's end are mapped to lines that exist."""
    profile = Profile.open(recorded)
    lengths = {
        (text.splitlines()[0].removeprefix("package ").replace(".", "/"), path.name):
            len(text.splitlines())
        for path in SOURCES.rglob("*.kt") if (text := path.read_text("utf-8"))
    }  # fmt: skip
    files = set()
    for method in profile.methods.itertuples():
        code = profile.code(method.method)
        package = profile.method_rows.row(method.method)["class"].rpartition("/")[0]
        for line in code.lines.all():
            place = code.places.of(line)
            file = (place.package, place.file) if place.file else (package, method.source)
            files.add(file)
            if file in lengths:
                assert 1 <= place.line <= lengths[file]
            else:
                assert file[0].startswith("kotlin/")
    assert {("demo/app", "Main.kt"), ("demo/app/text", "Util.kt")} <= files


def test_each_inlined_copy_is_named_by_its_call(recorded: Path, tmp_path: Path) -> None:
    """The loop of countWhere was inlined twice; each call of run executes both copies."""
    sources = ("--sources", str(SOURCES))
    done = kpath.run(
        "branches", str(recorded), "--method", "Counter.run", *sources, directory=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    # In the table's rows, a count comes after the place. In the text below the table, a question
    # comes after the place.
    asked = {row[0]: row[1] for row in rows if len(row) > 2 and row[1][0].isdigit()}
    trips = TIMES * (WORDS + 1)
    assert asked["Util.kt:6@11"] == asked["Util.kt:6@12"] == f"{trips:,}"
    assert asked["Util.kt:7@11"] == asked["Util.kt:7@12"] == f"{TIMES * WORDS:,}"


def test_inlined_code_has_the_text_of_its_own_file(recorded: Path, tmp_path: Path) -> None:
    """The source folders omit the part of the package name that all files share."""
    done = kpath.run(
        "report", str(recorded), "--loop", "Util.kt:6", "--sources", str(SOURCES),
        directory=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert "for (one in this) {" in done.stdout.decode()


def loops(recorded: Path, sources: SourceTexts) -> dict[str, list[tuple[str, str | None]]]:
    """Returns, for each method of the class Forms, the places and the texts of the loops."""
    profile = Profile.open(recorded)
    found = {}
    for method in profile.methods.itertuples():
        row = profile.method_rows.row(method.method)
        if row["class"] != "demo/app/Forms":
            continue
        code = profile.code(method.method)
        found[row["name"]] = [
            (
                code.places.of(code.header_line(loop.header) or -1).label,
                sources.loop_statement(row["class"], row["source"], row["name"], code, loop),
            )
            for loop in code.loops
        ]
    return found


def test_loops_of_every_form_have_their_text(recorded: Path) -> None:
    sources = SourceTexts([SOURCES], [Profile.open(recorded)])
    found = loops(recorded, sources)
    # sumOf leaves no lines of its own, so its loop seems to be on the line of the call.
    assert sources.notes() == [
        "demo/app/Forms.kt of --sources: 1 loop shown without text: Forms.ofTheLibrary line 47: it "
        "may have been inlined from a function that is called there"
    ]
    count = ("Util.kt:6", "for (one in this) {")
    assert found["twiceOnALine"] == [count, count]
    assert found["oneInAnother"] == [count, count]
    assert sorted(found["loopInTheLambda"]) == [("19", "for (one in word) {"), count]
    assert found["nested"] == [
        ("Util.kt:28", "for (i in indices) {"),
        ("Util.kt:29", "for (j in i + 1 until size) sum += combine(this[i], this[j])"),
    ]
    assert found["withoutATest"] == [("Util.kt:37", "use(rest % 10)")]
    assert found["ofAProperty"] == [
        ("Util.kt:45", "for (letter in this) if (letter == ' ') found++")
    ]
    assert found["ofItsOwnFile"] == [("57", "while (at < limit) {")]
    # The sources of the library aren't given, so its loops have no text.
    of_library = found["ofTheLibrary"]
    assert of_library
    assert {text for _, text in of_library} == {None}


def test_code_of_another_version_has_no_text(recorded: Path, tmp_path: Path) -> None:
    """The sources are of a version in which the inlined functions are two lines further down."""
    for path in SOURCES.rglob("*.kt"):
        text = path.read_text("utf-8")
        changed = text.replace("\n\n", "\n\n// More.\n\n", 1) if path.name == "Util.kt" else text
        (tmp_path / path.name).write_text(changed, "utf-8")
    sources = SourceTexts([tmp_path], [Profile.open(recorded)])
    found = loops(recorded, sources)
    assert found["loopInTheLambda"].count(("Util.kt:6", None)) == 1
    assert ("19", "for (one in word) {") in found["loopInTheLambda"]
    assert found["ofItsOwnFile"] == [("57", "while (at < limit) {")]
    note, _ = sources.notes()
    assert note.startswith(f"--sources {tmp_path}: demo/app/text/Util.kt doesn't fit the recorded ")

"""Tests how the source files of classes are found in directories and jars."""

import zipfile
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.source import finder
from kpath_jvm.source.finder import SourceRoot


@pytest.fixture(params=["directory", "jar"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> SourceRoot:
    files = {
        "src/main/java/a/b/C.java": "main",
        "src/test/resources/old/a/b/C.java": "a longer path",
        "a/b/C.java.txt": "no source",
        "xa/b/C.java": "another package",
        "a/b/K.kt": "kotlin",
        "D.java": "no package",
    }
    if request.param == "jar":
        with zipfile.ZipFile(tmp_path / "s.jar", "w") as jar:
            for name, text in files.items():
                jar.writestr(name, text)
        return SourceRoot(tmp_path / "s.jar")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return SourceRoot(tmp_path)


@pytest.mark.parametrize(
    ("package", "file", "texts"),
    [
        ("a/b", "C.java", ["main", "a longer path"]),
        ("b", "C.java", ["another package", "main", "a longer path"]),
        ("a/b", "K.kt", ["kotlin"]),
        ("", "D.java", ["no package"]),
        ("a/b", "D.java", []),
        ("a/b", "C.java.txt", []),
        ("..", "D.java", []),
    ],
)
def test_paths_that_end_with_the_package_are_found_the_shortest_first(
    root: SourceRoot, package: str, file: str, texts: list[str]
) -> None:
    assert [text for _, text in root.find(package, file)] == texts


def test_too_large_files_are_not_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "MOST_BYTES", 10)
    (tmp_path / "A.java").write_text("x" * 10)
    (tmp_path / "B.java").write_text("x" * 11)
    with zipfile.ZipFile(tmp_path / "s.jar", "w") as jar:
        jar.write(tmp_path / "A.java", "A.java")
        jar.write(tmp_path / "B.java", "B.java")
    for root in (SourceRoot(tmp_path), SourceRoot(tmp_path / "s.jar")):
        assert root.find("", "A.java") == [("A.java", "x" * 10)]
        assert root.find("", "B.java") == []
        assert root.too_large == {"B.java": 11}


def test_invalid_roots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"--sources .*none does not exist"):
        SourceRoot(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(KpathError, match="is neither a directory nor a jar"):
        SourceRoot(tmp_path / "file")


def test_a_damaged_jar_is_an_error(tmp_path: Path) -> None:
    root = tmp_path / "a.jar"
    with zipfile.ZipFile(root, "w", zipfile.ZIP_DEFLATED) as jar:
        jar.writestr("demo/Loops.java", "class Loops { void run() { while (true); } } " * 20)
    whole = bytearray(root.read_bytes())
    whole[60:90] = b"\xff" * 30
    root.write_bytes(whole)
    with pytest.raises(KpathError, match=r"cannot read demo/Loops\.java in --sources"):
        SourceRoot(root).find("demo", "Loops.java")


def test_an_invalid_jar_is_named(tmp_path: Path) -> None:
    jar = tmp_path / "s.jar"
    with zipfile.ZipFile(jar, "w") as written:
        written.writestr("A.java", "class A {}")
    root = SourceRoot(jar)
    jar.write_bytes(b"no jar any more")
    with pytest.raises(KpathError, match=f"cannot read --sources {jar}: File is not a zip file"):
        root.find("", "A.java")

"""Records programs that use open-source libraries, and changes the libraries as advised.

`advised_programs/libraries.toml` lists the libraries and the changes. Each library has a program
that uses it (`advised_programs/libraries/`). A change replaces a few lines of one class in the
library's sources, which come from Maven Central. The changed class comes before the library's jar
on the class path. Neither the library's classes nor its sources are part of this repository.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_command import command as kpath_command
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_DATA = Path(__file__).resolve().parent / "advised_programs"
#: The k of the profiles from which the advice was taken.
RECORDED_K = 8
#: The number of loops that `advise` is asked to print.
LOOPS = 5


@dataclass(frozen=True)
class Library:
    """A library, its dependencies, and the program that uses it.

    ``text`` is a jar, which the program reads as its input. ``include`` selects the library's
    classes. The program runs ``rounds`` rounds when it is measured, and ``recorded`` rounds when it
    is recorded.
    """

    program: str
    jar: MavenArtifact
    sources: MavenArtifact
    text: MavenArtifact
    needs: tuple[MavenArtifact, ...]
    include: str
    rounds: int
    recorded: int


@dataclass(frozen=True)
class Edit:
    """Replaces ``before``, which the source must contain ``times`` times, by ``after``."""

    before: str
    after: str
    times: int


@dataclass(frozen=True)
class Change:
    """A change of one file of a library's sources.

    ``advice`` is a passage of the advice for the program, with single blanks instead of line
    breaks. It is None if `advise` no longer gives this advice. ``copies`` names parts of the
    source, each by its first and last string. In an edit, ``{{name}}`` stands for the part with
    this name.
    """

    name: str
    library: Library
    advice: str | None
    file: str
    copies: dict[str, tuple[str, str]]
    edits: tuple[Edit, ...]


def read_changes(path: Path = _DATA / "libraries.toml") -> dict[str, Change]:
    """Returns the changes by name, in the file's order."""
    document = tomllib.loads(path.read_text("utf-8"))
    libraries = {name: _library(name, table) for name, table in document["library"].items()}
    return {
        name: Change(
            name,
            libraries[table["program"]],
            table.get("advice"),
            table["file"],
            {part: (first, last) for part, (first, last) in table.get("copies", {}).items()},
            tuple(Edit(it["before"], it["after"], it.get("times", 1)) for it in table["edits"]),
        )
        for name, table in document["change"].items()
    }


def _library(program: str, table: dict[str, Any]) -> Library:
    coordinates = table["coordinates"]
    sources = _artifact(coordinates, table["sources_sha256"], "sources")
    text = table.get("text")
    return Library(
        program,
        _artifact(coordinates, table["sha256"]),
        sources,
        sources if text is None else _artifact(coordinates, text["sha256"], text["classifier"]),
        tuple(_artifact(one["coordinates"], one["sha256"]) for one in table.get("needs", [])),
        table["include"],
        table["rounds"],
        table["recorded_rounds"],
    )


def _artifact(coordinates: str, sha256: str, classifier: str | None = None) -> MavenArtifact:
    group, name, version = coordinates.split(":")
    return MavenArtifact(name, group, name, version, classifier, sha256)


def changed(source: str, change: Change) -> str:
    """Returns the source with all edits made.

    Raises a ValueError if a string occurs in the source more or less often than the change expects.
    """
    parts = {
        f"{{{{{name}}}}}": _part(source, *ends, change) for name, ends in change.copies.items()
    }
    for edit in change.edits:
        before, after = edit.before, edit.after
        for name, part in parts.items():
            before, after = before.replace(name, part), after.replace(name, part)
        _require(source, before, edit.times, change)
        source = source.replace(before, after)
    return source


def _part(source: str, first: str, last: str, change: Change) -> str:
    _require(source, first, 1, change)
    begin = source.index(first)
    end = source.find(last, begin)
    if end < 0:
        _require(source[begin:], last, 1, change)
    return source[begin : end + len(last)]


def _require(source: str, text: str, times: int, change: Change) -> None:
    found = source.count(text)
    if found != times:
        raise ValueError(
            f"{change.name}: {change.file} of {change.library.sources.coordinates} has "
            f"{text.strip().splitlines()[0]!r} {found} times, not {times}"
        )


def commands(
    change: Change, java: Path, scratch: Path, rounds: int | None = None
) -> tuple[list[str], list[str]]:
    """Returns the commands that run the program with the original and with the changed library.

    The original class is compiled, too, so that the change is the only difference.
    """
    library = change.library
    driver, jars = scratch / "driver", _jars(library, java)
    _compile_driver(library, java, jars, driver)
    sources, text = provide([library.sources, library.text], java)
    with zipfile.ZipFile(sources) as archive:
        source = archive.read(change.file).decode("utf-8")
    made = []
    for variant, content in (("before", source), ("after", changed(source, change))):
        file = scratch / variant / "sources" / change.file
        file.parent.mkdir(parents=True)
        file.write_text(content, "utf-8")
        classes = scratch / variant / "classes"
        compile_java(java, [file], classes, jars)
        path = [classes, driver, *jars]
        made.append(_command(library, java, path, rounds or library.rounds, text))
    before, after = made
    return before, after


def advice(library: Library, java: Path, scratch: Path) -> str:
    """Records the program, and returns what `advise` says about the costliest loops."""
    driver, jars, profile = scratch / "driver", _jars(library, java), scratch / "advised.kpath"
    _compile_driver(library, java, jars, driver)
    sources, text = provide([library.sources, library.text], java)
    options = ["-k", str(RECORDED_K), "--include", library.include, "-o", str(profile)]
    program = _command(library, java, [driver, *jars], library.recorded, text)
    for command in (
        ["run", *options, "--", *program],
        ["advise", str(profile), "--top", str(LOOPS), "--sources", str(sources)],
    ):
        done = subprocess.run(kpath_command(command), check=True, capture_output=True, text=True)
    return done.stdout


def compile_java(
    java: Path, sources: Sequence[Path], classes: Path, class_path: Sequence[Path]
) -> None:
    """Compiles the sources. Other sources on the class path are not compiled."""
    command = [
        *(str(java.parent / "javac"), "-encoding", "UTF-8", "-proc:none", "-implicit:none"),
        *("-nowarn", "-cp", os.pathsep.join(map(str, class_path)), "-d", str(classes)),
    ]
    subprocess.run([*command, *map(str, sources)], check=True, capture_output=True)


def _jars(library: Library, java: Path) -> list[Path]:
    return provide([library.jar, *library.needs], java)


def _compile_driver(library: Library, java: Path, jars: Sequence[Path], classes: Path) -> None:
    programs = _DATA / "libraries"
    names = ("Driver", library.program)
    compile_java(java, [programs / f"{name}.java" for name in names], classes, jars)


def _command(
    library: Library, java: Path, class_path: Sequence[Path], rounds: int, text: Path
) -> list[str]:
    path = os.pathsep.join(map(str, class_path))
    return [str(java), "-cp", path, library.program, str(rounds), str(text)]

"""Writes the page of the verb ``html`` as one file that needs no other files."""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from kpath_jvm.errors import KpathError
from kpath_jvm.reports.page.one_file import asset, write_file

#: The libraries in kpath-page.jar, in the order of loading: the folder and file of each.
LIBRARIES = (
    ("d3", "d3.min.js"),
    ("lodash", "lodash.min.js"),
    ("graphlib", "graphlib.core.min.js"),
    ("dagre", "dagre.core.min.js"),
)
#: The page's own scripts; each comes before the scripts that use it.
SCRIPTS = (
    "data.js", "dom.js", "list.js", "times.js", "sidebar.js", "callers.js", "ranking.js",
    "findings.js", "overview.js", "paths.js", "source.js", "layout.js", "graph.js", "forest.js",
    "tree.js",
    "sequence.js", "arrows.js", "iterations.js", "loops.js", "extended.js", "method.js",
    "theme.js", "start.js", "main.js",
)  # fmt: skip
STYLES = ("colours.css", "basics.css", "frame.css", "parts.css", "iterations.css")


def write_page(
    stream: IO[str], title: str, document: dict[str, Any], methods: Iterable[dict[str, Any]],
    libraries: Path,
) -> None:  # fmt: skip
    """Writes the page from the document of a profile and from the documents of its methods.

    ``libraries`` is kpath-page.jar. Raises KpathError if it can't be read.
    """
    parts = ((f"method-{number}", method) for number, method in enumerate(methods))
    write_file(
        stream,
        title,
        data=(("document", document), *parts),
        scripts=[*_libraries(libraries), *map(asset, SCRIPTS)],
        styles=[asset(name) for name in STYLES],
    )


def _libraries(jar: Path) -> Iterator[str]:
    """Yields each library's licence as a comment, followed by the library's text."""
    try:
        with zipfile.ZipFile(jar) as archive:
            for folder, file in LIBRARIES:
                licence = archive.read(f"{folder}/LICENSE").decode().strip().replace("*/", "* /")
                code = archive.read(f"{folder}/{file}").decode()
                if "</script" in code.lower() or "<!--" in code:
                    raise KpathError(f"{folder} in {jar} can't be put into a page; build it again")
                yield f"/*! {folder}\n{licence}\n*/\n{code}"
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise KpathError(f"cannot read the page's libraries in {jar}: {error}", 125) from error

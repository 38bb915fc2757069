"""The page itself: one file that needs nothing else, and loads nothing."""

import base64
import hashlib
import html
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import IO, Any

from kpath_jvm.errors import KpathError

#: The libraries in kpath-page.jar: the folder and file of each, in the order of loading.
LIBRARIES = (
    ("d3", "d3.min.js"),
    ("lodash", "lodash.min.js"),
    ("graphlib", "graphlib.core.min.js"),
    ("dagre", "dagre.core.min.js"),
)
#: The page's own scripts, each before those that use it.
SCRIPTS = (
    "data.js", "dom.js", "list.js", "sidebar.js", "times.js", "overview.js", "paths.js",
    "source.js", "layout.js", "graph.js", "forest.js", "tree.js", "sequence.js", "loops.js",
    "extended.js", "method.js", "theme.js", "main.js",
)  # fmt: skip
STYLES = ("colours.css", "frame.css", "parts.css")


def write_page(
    stream: IO[str], title: str, document: dict[str, Any], methods: Iterable[dict[str, Any]],
    libraries: Path,
) -> None:  # fmt: skip
    """Writes the page of a document and its methods' documents, in their order.

    ``libraries`` is kpath-page.jar; raises KpathError if it can't be read.
    """
    scripts = [*_libraries(libraries), *map(_asset, SCRIPTS)]
    styles = [_asset(name) for name in STYLES]
    stream.write(_head(title, scripts, styles))
    stream.write(_data("document", document))
    for number, method in enumerate(methods):
        stream.write(_data(f"method-{number}", method))
    # Scripts come after the data that they read.
    stream.writelines(f"<script>{script}</script>\n" for script in scripts)
    stream.write("</body>\n</html>\n")


def _head(title: str, scripts: Iterable[str], styles: Iterable[str]) -> str:
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_digest, scripts))}",
            f"style-src {' '.join(map(_digest, styles))}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{html.escape(title)} · kpath-jvm</title>\n"
        + "".join(f"<style>{style}</style>\n" for style in styles)
        + "</head>\n<body>\n<noscript>This page needs JavaScript; it contains all of its scripts."
        "</noscript>\n"
    )


def _digest(text: str) -> str:
    """Returns the source expression by which a policy allows an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _data(name: str, document: dict[str, Any]) -> str:
    """Returns a block of data: no character of base64 means anything to HTML."""
    text = json.dumps(document, separators=(",", ":"), allow_nan=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'<script type="application/octet-stream" id="{name}">{packed}</script>\n'


def _asset(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text("utf-8")


def _libraries(jar: Path) -> Iterator[str]:
    """Yields each library's text, after its licence."""
    try:
        with zipfile.ZipFile(jar) as archive:
            for folder, file in LIBRARIES:
                licence = archive.read(f"{folder}/LICENSE").decode().strip().replace("*/", "* /")
                code = archive.read(f"{folder}/{file}").decode()
                if "</script" in code.lower() or "<!--" in code:
                    raise KpathError(f"{folder} in {jar} can't stand in a page; build it again")
                yield f"/*! {folder}\n{licence}\n*/\n{code}"
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise KpathError(f"cannot read the page's libraries in {jar}: {error}", 125) from error

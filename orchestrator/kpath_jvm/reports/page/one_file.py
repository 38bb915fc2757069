"""Writes a page as one file with its data, scripts and styles.

A content security policy keeps the page from running other scripts and from loading anything.
"""

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import IO, Any


def write_file(
    stream: IO[str],
    title: str,
    *,
    data: Iterable[tuple[str, dict[str, Any]]],
    scripts: Sequence[str],
    styles: Sequence[str],
) -> None:
    """Writes a page that contains data, and scripts that fill the page with the data.

    ``data`` has pairs of an id and a document. The scripts read a document by its id
    (``kpath.read`` in data.js). Equal arguments give equal files.
    """
    stream.write(_head(title, scripts, styles))
    for name, document in data:
        stream.write(_block(name, document))
    # Scripts come after the data that they read.
    stream.writelines(f"<script>{script}</script>\n" for script in scripts)
    stream.write("</body>\n</html>\n")


def asset(name: str, package: str = __package__) -> str:
    """Returns the text of a script or style from a package's folder ``assets``."""
    return (resources.files(package) / "assets" / name).read_text("utf-8")


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


def _block(name: str, document: dict[str, Any]) -> str:
    """Returns an element with the packed document in base64, so that no text acts as markup."""
    text = json.dumps(document, separators=(",", ":"), allow_nan=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'<script type="application/octet-stream" id="{name}">{packed}</script>\n'

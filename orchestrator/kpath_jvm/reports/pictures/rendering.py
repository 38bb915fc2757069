"""Makes pictures from DOT text, with the Graphviz in pygraphviz's wheel.

Graphviz runs in a process of its own. So a long layout can be interrupted, and a failure in the C
code can be reported in one line.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kpath_jvm.errors import KpathError
from kpath_jvm.reports.pictures.widths import font_directories

#: The formats other than DOT itself.
PICTURES = ("svg", "png")
_WORKER = Path(__file__).with_name("layout_worker.py")
# A part of Graphviz's message about a picture that is too wide or too high for the format.
_SCALED = "too large for cairo-renderer"
_SCALED_NOTE = (
    "the picture was scaled down to the largest size that a PNG can have; "
    "--min-share leaves rare parts out, and SVG has no such limit"
)
_FONT_DIRECTORIES = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts")


@dataclass(frozen=True)
class Picture:
    """The content of a picture's file; ``note`` is a remark about the picture, or None."""

    content: bytes
    note: str | None = None


def rendered(dot: str, kind: str) -> Picture:
    """Returns a picture of the kind svg or png. Raises KpathError if Graphviz can't make it."""
    with TemporaryDirectory(prefix="kpath-picture-") as directory:
        fonts = Path(directory, "fonts.conf")
        fonts.write_text(_fonts(Path(directory)), "utf-8")
        done = subprocess.run(
            [sys.executable, str(_WORKER), kind],
            input=dot.encode(),
            capture_output=True,
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
            check=False,
        )
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    if done.returncode == 0 and done.stdout:
        is_scaled = any(_SCALED in line for line in said)
        return Picture(done.stdout, _SCALED_NOTE if is_scaled else None)
    why = said[-1] if said else f"it ended with status {done.returncode}"
    raise KpathError(f"Graphviz made no {kind}: {why}; --format dot writes the graph itself")


def _fonts(cache: Path) -> str:
    """Returns fontconfig's settings, in which matplotlib's fonts come first.

    matplotlib is installed with kpath-jvm, so letters have the same widths on all machines. The
    system's fonts are for letters that matplotlib's fonts lack.
    """
    found = [*font_directories(), *(Path(place) for place in _FONT_DIRECTORIES)]
    listed = "".join(f"<dir>{_escaped(place)}</dir>" for place in found if place.is_dir())
    return (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f'{listed}<dir prefix="xdg">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>'
        f"<cachedir>{_escaped(cache)}</cachedir></fontconfig>"
    )


def _escaped(path: Path) -> str:
    return str(path).replace("&", "&amp;").replace("<", "&lt;")

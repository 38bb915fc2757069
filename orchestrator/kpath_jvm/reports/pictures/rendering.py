"""Pictures of DOT text, by the Graphviz in pygraphviz's wheel.

Graphviz runs in a process of its own. So a long layout can be interrupted, and whatever goes wrong
in the C code is reported in one line.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from kpath_jvm.errors import KpathError

#: The formats other than DOT itself.
PICTURES = ("svg", "png")
_WORKER = Path(__file__).with_name("layout_worker.py")
# Graphviz's message for a picture with more pixels a side than a PNG can have.
_SCALED = "too large for cairo-renderer"
_SCALED_NOTE = (
    "the picture was scaled down to the most pixels that a PNG can have; "
    "--min-share leaves rare parts out, SVG has no such limit"
)
_FONT_DIRECTORIES = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts")


@dataclass(frozen=True)
class Picture:
    """A picture's file content; ``note`` says what its reader should know about it, or is None."""

    content: bytes
    note: str | None = None


def rendered(dot: str, kind: str) -> Picture:
    """Returns a picture of the kind svg or png; raises KpathError if Graphviz can't make it."""
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
    """Returns fontconfig's settings: matplotlib's fonts come first, because all machines have them.

    So letters take the same room everywhere. The system's fonts serve scripts that these lack.
    """
    spec = find_spec("matplotlib")
    found = [Path(place, "mpl-data", "fonts", "ttf") for place in _places(spec)]
    found += [Path(place) for place in _FONT_DIRECTORIES]
    listed = "".join(f"<dir>{_escaped(place)}</dir>" for place in found if place.is_dir())
    return (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f'{listed}<dir prefix="xdg">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>'
        f"<cachedir>{_escaped(cache)}</cachedir></fontconfig>"
    )


def _places(spec: object) -> list[str]:
    return list(getattr(spec, "submodule_search_locations", None) or ())


def _escaped(path: Path) -> str:
    return str(path).replace("&", "&amp;").replace("<", "&lt;")

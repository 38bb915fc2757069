"""Shows a profile as one line at a Python prompt, or as a table in a notebook."""

from html import escape
from pathlib import Path

from msgspec import Struct

from kpath_jvm.records.java_command import shortened
from kpath_jvm.records.run import ProfileRecord


class Sizes(Struct, frozen=True):
    """A profile's size; ``methods`` counts each method once, ``versions`` counts its versions."""

    methods: int
    versions: int
    paths: int
    nodes: int


def text(path: Path, run: ProfileRecord, worth: str, sizes: Sizes) -> str:
    """Returns one line for a Python prompt, without escaping control characters.

    ``worth`` says what the counts are worth.
    """
    rows = dict(_rows(path, run, worth, sizes))
    about = ", ".join(f"{label} {said}" for label, said in [*rows.items()][2:])
    return f"<Profile {rows['profile']} of {rows['of']}: {about}>"


def html(path: Path, run: ProfileRecord, worth: str, sizes: Sizes) -> str:
    """Returns a table of two columns for Jupyter, with all text escaped; see ``text``."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{label}</th>"
        f"<td style='text-align:left'>{escape(said)}</td></tr>"
        for label, said in _rows(path, run, worth, sizes)
    )
    return f"<table>{rows}</table>"


def _rows(path: Path, run: ProfileRecord, worth: str, sizes: Sizes) -> list[tuple[str, str]]:
    more = f" ({sizes.versions:,} versions)" if sizes.versions > sizes.methods else ""
    rows = [("profile", str(path)), ("of", shortened(run.title))]
    if run.thread is not None:
        rows.append(("thread", run.thread.title))
    return [
        *rows,
        ("k", str(run.k)),
        ("completeness", worth),
        ("methods", f"{sizes.methods:,}{more}"),
        ("executed paths", f"{sizes.paths:,}"),
        ("k-IPF nodes", f"{sizes.nodes:,}"),
    ]

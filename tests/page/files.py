"""Writes the pages that the tests open, and returns the fragments that lead to their methods."""

from pathlib import Path
from urllib.parse import quote

from kpath_jvm.cli.main import run_verb


def page_of(profile: Path, *options: str, file: Path | None = None) -> Path:
    """Writes a profile's page with options of `html`, and returns its path.

    Without a ``file``, the page lies beside the profile.
    """
    file = file or profile.with_suffix(".html")
    assert run_verb(["html", str(profile), "-o", str(file), "--force", *options]) == 0
    return file


def part_of(title: str) -> str:
    """Returns the fragment of a page's address that shows the method with this title."""
    return f"#method={quote(title, safe='')}"


FIGURE = part_of("demo.Figure3.run(int)")

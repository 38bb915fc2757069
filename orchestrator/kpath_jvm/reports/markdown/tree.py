"""Writes the trees of a k-IPF as Markdown."""

import io
import re
from collections.abc import Iterator
from typing import Any

from kpath_jvm.reports.markdown.writing import code
from kpath_jvm.reports.output import write
from kpath_jvm.reports.tree import renderables

_TREE_WIDTH = 120


def tree_markdown(summary: dict[str, Any]) -> Iterator[str]:
    """Yields a heading for a tree's summary (tree_summary.py), and the tree as a block of code."""
    text = io.StringIO()
    write(text, _TREE_WIDTH, *renderables(summary))
    lines = text.getvalue().rstrip("\n").split("\n")
    longest = max(len(run) for run in re.findall("`*", text.getvalue()))
    fence = "`" * max(longest + 1, 3)
    yield f"## {summary['k']}-IPF of {code(summary['method']['title'])}"
    yield from ("", f"{fence}text", *lines[1:], fence)

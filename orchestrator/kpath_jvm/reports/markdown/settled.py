"""Writes settled branches as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from kpath_jvm.reports import settled_words as words
from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.markdown.writing import code
from kpath_jvm.reports.output import as_sentence

_in_line = partial(code, in_table=False)


def heavy_items(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yields a list of branches with their methods, then a text that explains the figures."""
    for one in rows:
        yield f"- {_in_line(one['title'])}, {_said(one)}"
    if rows:
        yield from ("", as_sentence(words.about(rows)))


def items(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yields a list of the branches of one method."""
    yield from (f"- {_said(one)}" for one in rows)


def _said(one: Mapping[str, Any]) -> str:
    claim, cost = words.claim(one, _in_line), words.cost(one)
    return f"**{placed(one, _in_line)}** {claim}; {cost}"

"""Writes as Markdown which branches always went one way."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from kpath_jvm.reports import always_words as words
from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.markdown.branches import heading
from kpath_jvm.reports.markdown.writing import code
from kpath_jvm.reports.output import as_sentence

_in_line = partial(code, in_table=False)


def always_markdown(summary: dict[str, Any]) -> Iterator[str]:
    """Yields the lines for the document of ``branches --always`` (reports/always.py)."""
    yield from heading(f"{words.HEADING} in", summary)
    if summary["always"]:
        yield ""
    is_exact = summary["completeness"]["exact"]
    for one in summary["always"]:
        claim = words.claim(one, _in_line, is_exact=is_exact)
        cost = words.cost(one, is_exact=is_exact)
        yield f"- {_in_line(one['title'])}, **{placed(one, _in_line)}** {claim}; {cost}"
    for note in words.notes(summary):
        yield from ("", as_sentence(note))

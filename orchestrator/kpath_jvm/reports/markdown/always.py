"""The branches that always went one way, as Markdown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports import always_words as words
from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.markdown.writing import code, escaped
from kpath_jvm.reports.output import as_sentence

_in_line = partial(code, in_table=False)


def always_markdown(summary: dict[str, Any]) -> Iterator[str]:
    """Yields the lines of the document of ``branches --always`` (reports/always.py)."""
    yield f"## {words.HEADING} in {_in_line(shortened(summary['title']))}"
    shown = [f"thread {_in_line(summary['thread'])} only"] if summary["thread"] else []
    shown += [f"only: {_in_line(summary['selection'])}"] if summary["selection"] else []
    if shown:
        yield from ("", "; ".join(shown))
    if summary["completeness"]["reasons"]:
        yield from ("", f"> {escaped(summary['completeness']['text'])}")
    if summary["always"]:
        yield ""
    is_exact = summary["completeness"]["exact"]
    for one in summary["always"]:
        claim = words.claim(one, _in_line, is_exact=is_exact)
        yield (
            f"- {_in_line(one['title'])}, **{placed(one, _in_line)}** {claim}; {words.cost(one)}"
        )
    for note in words.notes(summary):
        yield from ("", as_sentence(note))

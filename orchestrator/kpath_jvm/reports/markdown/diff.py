"""Writes the difference of two profiles as Markdown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from kpath_jvm.reports.diff import words
from kpath_jvm.reports.markdown.gates import gates_markdown
from kpath_jvm.reports.markdown.writing import code, escaped, section


def diff_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the lines for a document of ``diff`` (reports/diff/summary.py)."""
    gates = words.gates_summed(document)
    yield f"## Difference of two profiles{'' if gates is None else f': {escaped(gates)}'}"
    yield ""
    yield from (f"- {escaped(line)}" for line in words.about(document))
    nothing = words.nothing(document)
    if nothing is not None:
        yield from ("", nothing)
    if document["gates"]:
        yield from gates_markdown(document["gates"], "condition")
    for kind in words.KINDS:
        rows = document[kind]
        if not rows:
            continue
        order = document["ordered_by"]
        columns = [">" + name.replace("\n", " ") for name in words.columns(kind, order)]
        yield from section(
            words.TITLES[kind], [*columns, "<what"], (_row(kind, row, order) for row in rows)
        )
        more = words.more(document, kind)
        if more is not None:
            yield from ("", f"{more}.")
    for note in words.notes(document):
        yield from ("", f"> {escaped(note)}")
    legend = words.legend(document)
    if legend:
        # Folded, because a comment on a pull request is read by people who know the terms.
        yield from ("", "<details><summary>What the figures mean</summary>", "")
        yield from (f"- {escaped(line)}" for line in legend)
        yield from ("", "</details>")


def _row(kind: str, row: dict[str, Any], order: str) -> list[str]:
    title = code(row["title"] + words.place(kind, row), is_whole=True)
    # What is cut off might be just what differs.
    facts = words.facts(kind, row, partial(code, is_whole=True))
    return [*words.figures(kind, row, order), "<br>".join([title, *facts])]

"""Writes branches, and what decides them, as Markdown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports import branch_words as words
from kpath_jvm.reports import settled_words
from kpath_jvm.reports.markdown import settled
from kpath_jvm.reports.markdown.writing import code, escaped, file_place, marked, table
from kpath_jvm.reports.output import amount, as_sentence
from kpath_jvm.reports.unnamed import about_unnamed

_COLUMNS = (">line", ">count", "<branch", "<outcomes")
_in_line = partial(code, in_table=False)


def heading(what: str, summary: dict[str, Any]) -> Iterator[str]:
    """Yields a heading with ``what`` and the program, then filters and doubts about the counts."""
    yield f"## {what} {_in_line(shortened(summary['title']))}"
    shown = [f"thread {_in_line(summary['thread'])} only"] if summary["thread"] else []
    shown += [f"only: {_in_line(summary['selection'])}"] if summary["selection"] else []
    if shown:
        yield from ("", "; ".join(shown))
    if summary["completeness"]["reasons"]:
        yield from ("", f"> {escaped(summary['completeness']['text'])}")


def branches_markdown(summary: dict[str, Any]) -> Iterator[str]:
    """Yields the lines of a summary of branches (branches_summary.py)."""
    yield from heading("Branches of", summary)
    in_all = words.decided_in_all(summary)
    if in_all is not None:
        yield from ("", as_sentence(in_all))
    is_alone = len(summary["methods"]) == 1
    for method in summary["methods"]:
        is_exact = summary["completeness"]["exact"]
        yield from _method(method, summary["k"], is_alone=is_alone, is_exact=is_exact)
    notes = (
        words.left_out(summary),
        words.asks(summary),
        words.about_sources(summary),
        about_unnamed(summary),
        words.about_labels(summary),
        words.about_pairs(summary),
        words.about_numbers(summary),
        words.about_chance(summary),
        settled_words.about_methods(summary["methods"], summary["k"]),
    )
    for note in notes:
        if note is not None:
            yield from ("", as_sentence(note))


def _method(method: dict[str, Any], k: int, *, is_alone: bool, is_exact: bool) -> Iterator[str]:
    yield from ("", f"### {_in_line(method['title'])}", "", f"{words.work(method)}.")
    shown, rest = words.most_executed(method, is_alone=is_alone, is_exact=is_exact)
    unmatched = words.unmatched(method, shown)
    if unmatched is not None:
        yield from ("", f"> {escaped(unmatched)}")
    yield from table(
        _COLUMNS,
        (_row(one, method["uncompleted"], is_exact=is_exact, is_alone=is_alone) for one in shown),
    )
    if rest:
        yield from ("", f"{rest}.")
    found, notes = words.decided(method, is_alone=is_alone, quote=_in_line)
    yield from ("", "What decides them:", "") if found else ("",)
    for unconditional, conditional, measure in found:
        yield f"- {'; '.join(map(marked, (unconditional, conditional, measure)))}"
    yield from (f"- {note}" for note in notes)
    for name, pairs in words.successions(method, is_alone=is_alone, quote=_in_line):
        yield from ("", f"{as_sentence(words.SUCCESSIONS)[:-1]}, {marked(name)}:", "")
        yield from (f"- {pair}" for pair in pairs)
    rows, notes = settled_words.shown(method, k, is_alone=is_alone)
    if rows:
        yield from ("", f"{settled_words.HEADING}:", "")
        yield from settled.items(rows)
    for note in notes:
        yield from ("", f"{escaped(note[0].upper() + note[1:])}.")


def _row(
    branch: dict[str, Any], uncompleted: int | None, *, is_exact: bool, is_alone: bool
) -> list[str]:
    place = branch["place"]
    return [
        "-" if place is None else file_place(place.removeprefix("line ")),
        amount(branch["count"]),
        code(branch["label"]),
        marked(
            words.outcomes(
                branch, code, uncompleted=uncompleted, is_exact=is_exact, is_alone=is_alone
            )
        ),
    ]

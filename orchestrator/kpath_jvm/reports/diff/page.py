"""Writes a difference as one page without scripts, which opens from disk and loads nothing."""

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.gates import in_order
from kpath_jvm.reports.page.one_file import asset

#: Marks before and after each piece of code, until the text has been escaped.
_CODE, _CODE_END = "\x01", "\x02"
#: Finds the parts of a text between which a line can be broken: after a dot, a slash, a comma or an
#: opening bracket.
_PARTS = re.compile(r"[^./,(]*[./,(]|[^./,(]+")
#: The packages and files of the style sheets. The page of a profile has the same colours.
_STYLES = (("kpath_jvm.reports.page", "colours.css"), ("kpath_jvm.reports.diff", "diff.css"))


def page(document: dict[str, Any]) -> Iterator[str]:
    """Yields the page for a document of summary.py, piece by piece."""
    titles = " · ".join(printable(document[side]["profiles"][0]) for side in ("base", "new"))
    styles = "".join(asset(name, package) for package, name in _STYLES)
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(titles)} · kpath-jvm diff</title>\n<style>{styles}</style>\n"
        "</head>\n<body>\n<main>\n<h1>Difference</h1>\n"
    )
    verdict = words.gates_summed(document)
    if verdict is not None:
        is_kept = all(gate["passed"] for gate in document["gates"])
        yield f'<p class="verdict {"kept" if is_kept else "broken"}">{escape(verdict)}</p>\n'
    yield '<ul class="about">\n'
    yield from (f"<li>{escape(line)}</li>\n" for line in words.about(document))
    yield "</ul>\n"
    nothing = words.nothing(document)
    if nothing is not None:
        yield f'<p class="nothing">{escape(nothing)}</p>\n'
    yield from _gates(document)
    shown = [kind for kind in words.KINDS if document[kind]]
    if len(shown) > 1:
        links = (
            f'<a href="#{kind}">{words.TITLES[kind]} <span>{len(document[kind])}</span></a>'
            for kind in shown
        )
        yield f"<nav>{' '.join(links)}</nav>\n"
    for kind in shown:
        yield from _section(document, kind)
    for note in [*words.notes(document), *words.legend(document)]:
        yield f'<p class="note">{escape(note)}</p>\n'
    yield "</main>\n</body>\n</html>\n"


def _gates(document: dict[str, Any]) -> Iterator[str]:
    if not document["gates"]:
        return
    heads = "".join(f'<th scope="col">{text}</th>' for text in ("status", "fail if", "found"))
    yield '<section id="gates">\n<h2>Gates</h2>\n<table class="gates">\n'
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>\n"
    for gate in in_order(document["gates"]):
        failed = "failed" if gate["error"] is None else "error"
        status = "passed" if gate["passed"] else failed
        texts = f"<td>{status}</td><td>{_with_breaks(gate['name'])}</td>"
        yield f'<tr class="{status}">{texts}<td>{_found(gate)}</td></tr>\n'
    yield "</tbody>\n</table>\n</section>\n"


def _with_breaks(text: str) -> str:
    """Returns a text as HTML that a browser can also break between the parts of a name or path."""
    return "".join(f"{escape(part)}<wbr>" for part in _PARTS.findall(text)).removesuffix("<wbr>")


def _found(gate: dict[str, Any]) -> str:
    """Returns all that a gate has found, as a list if it is more than one thing."""
    if len(gate["found"]) < 2:
        return escape(gate["text"])
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in gate['found'])}</ul>"


def _section(document: dict[str, Any], kind: str) -> Iterator[str]:
    title = words.TITLES[kind]
    rows = document[kind]
    measured = [words.measured(kind, row, document["ordered_by"]) for row in rows]
    name = measured[0][0]
    # The figure by which rows are ordered is shown with a bar, so it gets no other column.
    names = words.columns(kind, document["ordered_by"])
    columns = [at for at, column in enumerate(names) if column != name]
    yield f'<section id="{kind}">\n<h2>{title}</h2>\n<table>\n<thead><tr><th scope="col">#</th>'
    for at in columns:
        yield f'<th scope="col" class="number">{_of_lines(names[at])}</th>'
    yield (
        f'<th scope="col" class="concerns">{_of_lines(name)}</th><th scope="col">what</th></tr>'
        "</thead>\n<tbody>\n"
    )
    most = max(abs(size) for _, _, size in measured) or 1.0
    is_signed = kind in words.KINDS_OF_WORK
    for rank, (row, (_, figure, size)) in enumerate(zip(rows, measured, strict=True), 1):
        own = words.figures(kind, row, document["ordered_by"])
        figures = "".join(f'<td class="number">{escape(own[at])}</td>' for at in columns)
        bar = _bar(size / most, is_signed=is_signed)
        facts = "".join(f"<p>{_told(fact)}</p>" for fact in words.facts(kind, row, _quoted))
        status = row.get("status", "shifted")
        yield (
            f'<tr class="{status}"><td class="number dim">{rank}</td>{figures}'
            f'<td class="weight">{escape(figure)} {bar}</td>'
            f"<td><h3>{escape(row['title'] + words.place(kind, row))}</h3>{facts}</td></tr>\n"
        )
    yield "</tbody>\n</table>\n"
    more = words.more(document, kind)
    if more is not None:
        yield f'<p class="dim">{escape(more)}</p>\n'
    yield "</section>\n"


def _bar(size: float, *, is_signed: bool) -> str:
    """Returns a bar for a size from -1 to 1.

    If sizes have signs, bars begin in the middle, and bars of negative sizes go to the left.
    """
    if not is_signed:
        return f'<span class="bar"><span style="width:{100 * size:.1f}%"></span></span>'
    start, width = min(50 + 50 * size, 50), 50 * abs(size)
    style = f"margin-left:{start:.1f}%;width:{width:.1f}%"
    kind = "less" if size < 0 else "more"
    return f'<span class="bar signed"><span class="{kind}" style="{style}"></span></span>'


def _of_lines(name: str) -> str:
    return escape(name.replace("\n", " "))


def _quoted(text: str) -> str:
    # Texts are printable, so these control characters can't occur in them.
    return f"{_CODE}{text}{_CODE_END}"


def _told(fact: str) -> str:
    return escape(fact).replace(_CODE, "<code>").replace(_CODE_END, "</code>")

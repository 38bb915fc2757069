"""Writes as Markdown what stands out in a profile."""

from collections.abc import Iterator, Mapping
from typing import Any

from kpath_jvm.reports.findings import HEADING, OF_ADVISE, caution, note, place_of, places
from kpath_jvm.reports.markdown.writing import code, escaped
from kpath_jvm.reports.output import as_sentence, percent
from kpath_jvm.reports.shares import OF_RECORDED


def findings_markdown(
    findings: Mapping[str, Any],
    about: str = "",
    which: str = OF_RECORDED,
    source: str = OF_ADVISE,
) -> Iterator[str]:
    """Yields a heading and a list of what stands out.

    Yields nothing if there was nothing to look at. ``about`` ends the heading. ``which`` stands
    after each share and says which bytecodes the share refers to (``of_bytecodes`` in shares.py).
    ``source`` says where the counts are.
    """
    if not (findings["loops"] or findings["found"]):
        return
    yield from ("", f"### {HEADING}{about}", "")
    for first, texts in places(findings):
        title = code(first["title"], in_table=False)
        where = escaped(place_of(first, findings["samples"]))
        yield f"- {title}, {where}, {percent(first['share'])} {which}:"
        for kind, text in texts:
            yield f"  - {escaped(text)}{f' **[{kind}]**' if kind else ''}"
    if findings["found"]:
        yield ""
    yield as_sentence(note(findings, source))
    if warning := caution(findings, source):
        yield from ("", f"> {as_sentence(warning)}")

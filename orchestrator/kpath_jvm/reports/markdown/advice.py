"""Writes advice as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports import settled_words
from kpath_jvm.reports.advice import about_repeated, entered, named_ways, rows
from kpath_jvm.reports.advice_words import edits
from kpath_jvm.reports.findings import BELOW
from kpath_jvm.reports.markdown import settled
from kpath_jvm.reports.markdown.findings import findings_markdown
from kpath_jvm.reports.markdown.writing import code, escaped, file_place, table, told
from kpath_jvm.reports.not_advised_words import REASONS, case_text, place_of_loop
from kpath_jvm.reports.output import amount, as_sentence, percent
from kpath_jvm.reports.shares import OF_RECORDED
from kpath_jvm.reports.times import ADVISED, about_all_samples, time_of_advised
from kpath_jvm.reports.unnamed import about_unnamed


def advice_markdown(document: Mapping[str, Any], *, verbose: bool = False) -> Iterator[str]:
    """Yields the lines for a document of advice (advice_summary.py), loop by loop.

    ``rows`` in reports/advice.py says what is left out unless ``verbose``.
    """
    yield f"## What the hottest loops' iterations advise, k = {document['k']}"
    yield ""
    about = [code(shortened(document["title"]), in_table=False)]
    about += [f"thread {code(document['thread'], in_table=False)}"] if document["thread"] else []
    about += [f"only {escaped(document['selection'])}"] if document["selection"] else []
    yield ", ".join(about)
    completeness = document["completeness"]
    if completeness["reasons"]:
        yield from ("", f"> {escaped(completeness['text'])}")
    yield from findings_markdown(document["findings"], source=BELOW)
    for rank, loop in enumerate(document["loops"], 1):
        yield from _loop(rank, loop, document["time"], verbose=verbose)
    if verbose and document["not_known"]:
        yield from ("", f"### {REASONS}", "")
        yield from _reasons(document["not_known"])
    if to_edit := edits(document["loops"]):
        yield from ("", "### What one would edit", "")
        yield from (f"- **{kind}**: {text}" for kind, text in to_edit)
    yield from _about_loops(document)
    if document["time"] is not None:
        yield from ("", as_sentence(about_all_samples(document["time"], ADVISED)))
    rows = document["settled"][: document["top"]]
    if rows:
        yield from ("", f"### {settled_words.HEADING}", "")
        yield from settled.heavy_items(rows)
    left = settled_words.more(len(document["settled"]) - len(rows))
    if left is not None:
        yield from ("", as_sentence(left))
    if unnamed := about_unnamed(document):
        yield from ("", as_sentence(unnamed))


def _about_loops(document: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if document["loops"]:
        yield (
            "A loop's bytecodes are those of its own blocks, without inner loops "
            f"({amount(document['bytecodes'])} bytecodes were recorded in all); w1, w2 … are the "
            "ways through a loop, the most frequent first, and letters are paths, as in `report`."
        )
    else:
        yield "None: no loop has completed an iteration in this profile."
    if marked := about_repeated(document):
        yield from ("", as_sentence(marked))


def _reasons(not_known: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for one in not_known:
        yield f"- {escaped(one['reason'])}"
        for loop in one["loops"]:
            yield f"  - {escaped(place_of_loop(loop))}"
            yield from (f"    - {escaped(case_text(case))}" for case in loop["cases"])


def _loop(
    rank: int, loop: Mapping[str, Any], time: Mapping[str, Any] | None, *, verbose: bool
) -> Iterator[str]:
    where, title = loop["loop"], code(loop["title"], in_table=False)
    shares = f"{percent(loop['share_of_all'])} {OF_RECORDED}{time_of_advised(loop, time)}"
    yield from ("", f"### {rank}. {title}: {shares}", "")
    place = where["header_place"]
    text = "loop" if place is None else f"loop at {file_place(place, in_table=False)}"
    if where["statement"]:
        text += f" {code(where['statement'], in_table=False)}"
    yield f"{text}: {entered(loop)}."
    if where["test"]:
        yield from ("", as_sentence(escaped(where["test"])))
    if where["waiting"]:
        yield from ("", f"It is {escaped(where['waiting'])}.")
    cells = ((kind.plain, escaped(text.plain)) for kind, text in rows(loop, verbose=verbose))
    is_advised = {one["kind"] for one in loop["advice"]}
    yield from table(
        ("<advice", "<what the counts say"),
        ((f"**{kind}**" if kind in is_advised else kind, text) for kind, text in cells),
    )
    yield ""
    yield from (
        f"- {told(way, way['apart'], in_table=False, way=way['way'])}"
        for way in named_ways(loop, verbose=verbose)
    )

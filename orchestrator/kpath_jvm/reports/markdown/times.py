"""Writes shares of time as Markdown, beside shares of bytecodes."""

from collections.abc import Iterator
from typing import Any

from kpath_jvm.reports.inclusive_time import (
    HEADING,
    about_inclusive,
    inclusive_samples_text,
    inclusive_share_text,
    others_text,
)
from kpath_jvm.reports.markdown.writing import code, escaped, section
from kpath_jvm.reports.output import as_sentence, percent
from kpath_jvm.reports.times import (
    about_samples,
    all_share_text,
    other_rows,
    parts_words,
    samples_words,
    share_text,
    times_cover,
    with_below_text,
)

_COLUMNS = (
    ">of sampled time", ">of recorded code's time", ">of recorded bytecodes", ">samples", "<method",
)  # fmt: skip
_WITH_BELOW = ">of sampled time, with unrecorded code that it called"
_INCLUSIVE_COLUMNS = (">of sampled time, inclusive", ">of sampled time, own code", "<method")


def times_markdown(time: dict[str, Any], of: str) -> Iterator[str]:
    """Yields the section about time.

    ``of`` ends the heading. It names the method if the report is about only one method.
    """
    rows = [_row(one, time["samples"]) for one in time["methods"]]
    has_stacks = time["samples_below"] is not None
    if has_stacks:
        rows = [
            [with_below_text(one), *cells] for one, cells in zip(time["methods"], rows, strict=True)
        ]
    columns = [*([_WITH_BELOW] if has_stacks else []), *_COLUMNS]
    yield from section(f"Time beside bytecodes{of}", columns, rows)
    if cover := times_cover(time):
        yield from ("", as_sentence(cover))
    for other in other_rows(time):
        yield ""
        yield as_sentence(escaped(other.text))
    yield ""
    yield as_sentence(about_samples(time))
    if time["most_inclusive"]:
        methods = map(_inclusive, time["most_inclusive"])
        yield from section(f"{HEADING}{of}", _INCLUSIVE_COLUMNS, methods)
        yield ""
        yield as_sentence(about_inclusive(time))


def _row(row: dict[str, Any], samples: int) -> list[str]:
    parts = [code(row["title"])]
    if row["words"]:
        parts.append(f"**{row['words']}**")
    parts += map(escaped, parts_words(row, samples))
    return [
        all_share_text(row),
        share_text(row),
        percent(row["share_of_bytecodes"]),
        samples_words(row),
        "<br>".join(parts),
    ]


def _inclusive(row: dict[str, Any]) -> list[str]:
    found, others = row["inclusive"], others_text(row)
    parts = [code(row["title"]), inclusive_samples_text(found)]
    return [
        inclusive_share_text(found),
        percent(row["share_of_all_time"]),
        "<br>".join([*parts, escaped(others)] if others else parts),
    ]

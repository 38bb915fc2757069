"""Writes the text and the Markdown of the verb ``overlap``."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import FactTable, table, titled, wrapped
from kpath_jvm.reports.markdown.writing import code, escaped, section
from kpath_jvm.reports.markdown.writing import table as markdown_table
from kpath_jvm.reports.output import counted, percent, worth

_COLUMNS = ("missing", "of A", "of B", "own overlap")
_OF_SEQUENCES = ("paths", "overlap", "in A", "in B", "in both", "of A", "of B")
_SEQUENCES_EXPLAINED = (
    "each row is about the sequences of one length, in paths; in A, in B, in both: how many "
    "different sequences there are; of A, of B: what share of all occurrences belongs to the "
    "sequences in both"
)
_EXPLAINED = (
    "shares are percentages of all executions of paths; missing: what the overlap lacks because "
    "paths of the method have a smaller share in A than in B; at the end of a row: the path that "
    "differs most"
)


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields a document of ``overlap`` (overlap_summary.py) for rich, part by part."""
    for line in _head(document):
        yield wrapped(Text(line), hanging=2)
    if document["sequences"]:
        yield Text("\nSequences of paths", "bold")
        yield table([f">{name}" for name in _OF_SEQUENCES], _sequences(document))
        yield wrapped(Text(f"  {_SEQUENCES_EXPLAINED}", "dim"), hanging=2)
    if document["methods"]:
        yield Text("\nMethods that differ most", "bold")
        found = FactTable(_COLUMNS, "method", 1)
        for one in document["methods"]:
            cell = titled(one["title"], one["class"])
            cell.append(f"\n{_paths(one)}", "dim")
            cell.append(f"\n{_most(one['most'])}", "default")
            found.add(_figures(one), cell)
        yield found
        yield wrapped(Text(f"  {_EXPLAINED}", "dim"), hanging=2)


def overlap_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the document as Markdown, line by line."""
    first, *rest = _head(document)
    yield f"## {escaped(first)}"
    for line in rest:
        yield from ("", escaped(line))
    if document["sequences"]:
        yield from ("", "### Sequences of paths")
        yield from markdown_table([f">{name}" for name in _OF_SEQUENCES], _sequences(document))
        yield from ("", escaped(_SEQUENCES_EXPLAINED))
    if document["methods"]:
        rows = [
            [*_figures(one), f"{code(one['title'])}<br>{escaped(_paths(one))}<br>"
             f"{escaped(_most(one['most']))}"]
            for one in document["methods"]
        ]  # fmt: skip
        heads = (*(f">{name}" for name in _COLUMNS), "<method")
        yield from section("Methods that differ most", heads, rows)
        yield from ("", escaped(_EXPLAINED))


def _head(document: dict[str, Any]) -> Iterator[str]:
    yield (
        f"Overlap of {document['paths']}: {percent(document['overlap'])}; "
        f"mean of the methods' own overlaps {percent(document['mean'])}"
    )
    for name, side in (("A", document["online"]), ("B", document["complete"])):
        profile, title = printable(side["profile"]), printable(shortened(side["title"]))
        yield f"  {name}: {profile}, {side['profiler'] or 'an unknown profiler'}, {title}"
        if (doubt := worth(side)) is not None:
            yield f"  counts of {name}: {doubt}"
    if document["shown"] is not None:
        yield f"  only {document['shown']}"
    parts = [f"{counted(document['in_both'], 'method')} in both"]
    for name, key in (("A", "online_only"), ("B", "complete_only")):
        if document[key]:
            parts.append(f"{document[key]:,} in {name} only")
    if document["other_code"]:
        parts.append(f"{document['other_code']:,} with other code left out")
    if not document["differing"]:
        parts.append("none differs")
    one = (
        "; all versions of a method, from several class files or loaders, count as one"
        if document["online"]["has_versions"] or document["complete"]["has_versions"]
        else ""
    )
    yield f"  {', '.join(parts)}{one}"
    if document["sequences_untold"] is not None:
        yield f"  sequences aren't compared: {printable(document['sequences_untold'])}"
    elif left := document["sequences_left_out"]:
        yield (
            f"  sequences of {counted(left, 'method')} aren't compared, because the counts of "
            "kiter lack what followed some paths: kiter counts no sequence over a back edge of a "
            "loop that it doesn't follow, and no path that an exception ended"
        )


def _sequences(document: dict[str, Any]) -> Iterator[list[str]]:
    for one in document["sequences"]:
        yield [
            f"{one['length']}",
            percent(one["overlap"]),
            *(f"{one[key]:,}" for key in ("online", "complete", "both")),
            *(percent(one[key]) for key in ("online_shared", "complete_shared")),
        ]


def _figures(one: dict[str, Any]) -> list[str]:
    own = "-" if one["overlap"] is None else percent(one["overlap"])
    shares = (one["missing"], one["online_share"], one["complete_share"])
    return [*map(percent, shares), own]


def _paths(one: dict[str, Any]) -> str:
    online, complete, both = (one[f"{side}_paths"] for side in ("online", "complete", "both"))
    return f"{counted(online, 'path')} in A, {complete:,} in B, {both:,} in both"


def _most(path: dict[str, Any]) -> str:
    where = f", {lines_phrase(path['lines_text'])}" if path["lines_text"] else ""
    return (
        f"{printable(path['start'])} to {printable(path['end'])}{where}: "
        f"{percent(path['online_share'])} in A, {percent(path['complete_share'])} in B"
    )

"""Makes the tables of what is hot: loops, sequences, methods and paths of a summary."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from kpath_jvm.profile.metadata import EDGES_MODE
from kpath_jvm.reports.cells import Cell, FactTable, titled
from kpath_jvm.reports.completed_words import (
    OF_WHOLE_RUN,
    cut_off_in_loop,
    cut_off_in_method,
    per_entry,
    trips,
)
from kpath_jvm.reports.counted.edges import amount_of_bytecodes, bytecodes_text
from kpath_jvm.reports.iteration_words import iterations_text
from kpath_jvm.reports.loop_words import next_iteration, repetition, several_paths, shared_header
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.path_texts import append_path
from kpath_jvm.reports.shares import OF_RECORDED
from kpath_jvm.reports.told_sequences import (
    described,
    is_negligible,
    not_alone,
    others_briefly,
    place_text,
    shared_text,
)

_COMPLETIONS = "path\ncompletions"
#: The heads of the columns of shares, by the shares' keys in a document.
_SHARES = {
    "share_of_time": "of recorded\ncode's time",
    "share_of_shown": "of shown\nbytecodes",
    "share_of_all": "of {}\nbytecodes",
}
#: The heads of further columns of shares. A narrow console shows these shares in the rows' cells.
_MORE_SHARES = {"share_of_all_time": "of sampled\ntime"}


def _head(key: str, which: str) -> str:
    """Returns the head of a column of shares; ``which`` is a result of ``which_bytecodes``."""
    return _SHARES[key].format(which)


def _keys(rows: Sequence[Mapping[str, Any]], *, is_part: bool) -> tuple[str, ...]:
    """Returns the keys of the shares to show.

    A part of a profile also has shares of the part, and rows ordered by time have shares of time.
    """
    of_time = ("share_of_time",) if rows and "share_of_time" in rows[0] else ()
    return (*of_time, *(("share_of_shown",) if is_part else ()), "share_of_all")


def _more_keys(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(key for key in _MORE_SHARES if rows and key in rows[0])


def loops_table(
    loops: list[dict[str, Any]], *, is_part: bool, which: str = "recorded"
) -> RenderableType:
    """Returns a table of the hottest loops, each with what its iterations do.

    ``which`` is a word for the bytecodes that shares refer to (``which_bytecodes`` in shares.py).
    """
    keys, more = _keys(loops, is_part=is_part), _more_keys(loops)
    heads = [*(_head(key, which) for key in keys), *(_MORE_SHARES[key] for key in more)]
    table = FactTable(heads, "loop", len(keys))
    for row in loops:
        table.add([percent(row[key]) for key in (*keys, *more)], told_loop(row))
    return table


def told_loop(row: dict[str, Any], *, is_of_look: bool = False) -> Cell:
    """Says where a loop is, how often it ran, and what its iterations do.

    ``is_of_look`` says whether the row was made from a look.
    """
    place = row["loop"]["header_place"] or f"loop {row['number'] + 1}"
    cell = titled(row["title"], row["class"], place=f", {place}")
    if row["loop"]["statement"]:
        cell.append(f"\n{row['loop']['statement']}")
    if row["loop"]["test"]:
        cell.append(f"\n{row['loop']['test']}", "default")
    if row["loop"]["waiting"]:
        cell.append(f"\n{row['loop']['waiting']}", "yellow")
    cut_off = cut_off_in_loop(row)
    cell.append(f"\n{_trips(row, is_of_look=is_of_look, lacks_some=bool(cut_off))}")
    entries = iterations_text(row["iterations_per_entry"], per_entry(row), row["loop"]["statement"])
    for text in (cut_off, shared_header(row), entries):
        if text:
            cell.append(f"\n{text}", "default")
    if row.get("interval"):
        cell.append(f"\n{OF_RECORDED}: {between(row['interval'])}", "default")
    if row["sequence"] is not None:
        _append_sequence(cell, row)
    for text in about_next(row):
        cell.append(f"\n{text}", "default")
    if row["sequence"] is not None:
        _append_paths(cell, row["sequence"])
    return cell


def about_next(row: dict[str, Any]) -> list[str]:
    """Returns texts on what is known about a loop's next iteration, its exit and its repetition."""
    following = row["next_iteration"]
    told = (*next_iteration(following), repetition(row, following))
    return [text for text in told if text]


def between(interval: dict[str, float]) -> str:
    """Returns the bounds of a share's confidence interval."""
    return f"{percent(interval['low'])} to {percent(interval['high'])}"


def _trips(row: dict[str, Any], *, is_of_look: bool, lacks_some: bool) -> str:
    # If only edges were counted, no path is known.
    paths = f"{counted(row['paths_executed'], 'path')}, " if row["paths_executed"] else ""
    told = trips(row, is_of_look=is_of_look)
    least = "at least " if lacks_some else ""
    return f"{told}; {paths}{least}{bytecodes_text(row)}"


def _append_sequence(cell: Cell, row: dict[str, Any]) -> None:
    name, times, rest = about_sequence(row)
    cell.append(f"\n{name}", "bold")
    cell.append(f"  {times}", "default")
    cell.append(rest, "dim")


def about_sequence(row: dict[str, Any]) -> tuple[str, str, str]:
    """Returns a loop's sequence, how often it occurred, and what it covers.

    If the sequence is negligible, the words are about the path that has more completions.
    """
    sequence = row["sequence"]
    if not is_negligible(sequence):
        rest = f"{covered(row)}{several_paths(row['next_iteration'])}"
        return sequence["text"], times_text(sequence), rest
    commoner = sequence["commoner"]
    alone = f", {percent(commoner['share_of_loop'])} {_of_completions(row)}"
    return commoner["name"], counted(commoner["count"], "time"), alone


def times_text(sequence: Mapping[str, Any]) -> str:
    """Says how often a sequence occurred, and whether occurrences can overlap.

    Occurrences that overlap count, too: nine consecutive completions of the path A have the
    sequence A A A A six times.
    """
    text = counted(sequence["count"], "time")
    if sequence["count"] > 1 and sequence["period"] < len(sequence["paths"]):
        return f"{text}, overlaps included"
    return text


def covered(row: dict[str, Any]) -> str:
    """Returns words about the share of a loop that the loop's hottest sequence covers.

    This is a share of the completions of the loop's paths, including paths that run only through
    inner loops. If a sequence begins and ends with the same paths, its occurrences can overlap, and
    only a lower bound of the share is known, unless the share is 100 %. If the sequence is one path
    repeated, the lower bound would be far too low, so the text says at what share of the
    completions an occurrence begins. In a sampled profile, the bounds of the share's confidence
    interval follow, if there is one. A path that isn't in the sequence is named if it has more
    completions than the sequence can cover.
    """
    sequence = row["sequence"]
    share = percent(sequence["share_of_loop"])
    of = _of_completions(row)
    if sequence["period"] == 1:
        text = f"; {share} {of} begin one"
    else:
        is_all = sequence["period"] == len(sequence["paths"]) or sequence["share_of_loop"] >= 1
        least = "" if is_all or share.startswith((">", "<")) else "at least "
        text = f", covering {least}{share} {of}"
    if sequence.get("interval"):
        text += f" ({between(sequence['interval'])})"
    commoner = sequence["commoner"]
    if commoner is None:
        return text
    alone = percent(commoner["share_of_loop"])
    return f"{text}; path {commoner['name']}, which isn't in the sequence, has {alone}"


def _of_completions(row: dict[str, Any]) -> str:
    inner = " (with inner loops)" if row["whole_bytecodes"] > row["bytecodes"] else ""
    return f"of the loop's {amount(row['completions'])} path completions{inner}"


def _append_paths(cell: Cell, sequence: dict[str, Any]) -> None:
    if shared := shared_text(sequence):
        cell.append(f"\n{shared}", "default")
    for path in described(sequence):
        cell.append(f"\n{path['name']}", "bold")
        cell.append(f"  {place_text(path)}", "dim")
        if path["briefly"]:
            cell.append(f": {', '.join(path['briefly'])}", "default")
        cell.append(not_alone(path), "dim")
    for name, text in others_briefly(sequence):
        cell.append(f"\n{name}", "bold")
        cell.append(f"  {text}", "default")


def sequences_table(sequences: list[dict[str, Any]]) -> RenderableType:
    """Returns a table of a method's hottest sequences, without shares, as sequences overlap."""
    table = FactTable(["count", "paths"], "sequence", 1)
    for row in sequences:
        table.add([amount(row["count"]), str(len(row["paths"]))], told_sequence(row))
    return table


def told_sequence(row: dict[str, Any], *, with_counts: bool = False) -> Cell:
    """Says what a sequence is, where it ran, and what its paths do."""
    cell = Cell("")
    cell.append(row["text"], "bold")
    if with_counts:
        spans = counted(len(row["paths"]), "path")
        cell.append(f"  {times_text(row)}, {spans} each", "default")
    cell.append(f"\n{_loop(row['loop'])}", "default")
    if shared := shared_text(row):
        cell.append(f"\n{shared}", "default")
    for path in row["named"]:
        cell.append("\n")
        append_path(cell, path)
    return cell


def _loop(loop: dict[str, Any] | None) -> str:
    if loop is None:
        return "in several loops, none around all of them"
    where = "loop" if loop["header_place"] is None else f"loop at {loop['header_place']}"
    return f"{where}: {loop['statement']}" if loop["statement"] else where


def methods_table(
    methods: list[dict[str, Any]],
    *,
    is_part: bool,
    has_paths: bool = True,
    is_windowed: bool = False,
    which: str = "recorded",
) -> RenderableType:
    """Returns a table of the hottest methods, without columns on paths if no paths are known.

    Nor are there such columns if there are columns of time, which would leave no room for names.
    ``is_windowed`` says that path windows counted only first paths (documents/report.py).
    """
    keys = _keys(methods, is_part=is_part)
    of_paths = [_COMPLETIONS, "entries", "paths run"]
    more = _more_keys(methods)
    has_paths = has_paths and not more
    names = [*(_head(key, which) for key in keys), *(_MORE_SHARES[key] for key in more)]
    columns = [*names, "bytecodes", *(of_paths if has_paths else ["entries"])]
    table = FactTable(columns, "method", len(keys))
    for row in methods:
        cell = titled(row["title"], row["class"])
        is_of_edges = row["mode"] == EDGES_MODE
        marks = [
            mark
            for mark, is_so in (
                (OF_WHOLE_RUN, is_of_edges and is_windowed),
                ("edges were counted, not paths", is_of_edges and has_paths and not is_windowed),
                (counted(row["cuts"], "cut edge"), row["cuts"] and not is_of_edges),
                ("irreducible", row["irreducible"]),
                (f"{counted(row['abandoned'] or 0, 'path')} abandoned", row["abandoned"]),
                (f"{amount(row['unfinished'] or 0)} unfinished", row["unfinished"]),
                (f"{amount(row['undecided'] or 0)} abandoned or unfinished", row["undecided"]),
            )
            if is_so
        ]
        told = [text for text in (", ".join(marks), cut_off_in_method(row)) if text]
        if told:
            cell.append(f"\n{'; '.join(told)}", "dim")
        figures = [
            amount_of_bytecodes(row),
            amount(row["completed"]),
            amount(row["entries"]),
            f"{amount(row['paths_executed'])} of {amount(row['paths_possible'])}",
        ]
        if is_of_edges:
            figures[1] = figures[3] = "-"
        if not has_paths:
            figures = [figures[0], figures[2]]
        table.add([*(percent(row[key]) for key in (*keys, *more)), *figures], cell)
    return table


def paths_table(
    paths: list[dict[str, Any]],
    loops: Sequence[Mapping[str, Any]] = (),
    *,
    is_part: bool,
    which: str = "recorded",
) -> RenderableType:
    """Returns a table of the hottest paths.

    ``loops`` are the rows of the table of loops, which stands above the table of paths. A path that
    a row of ``loops`` describes isn't described again, unless the path's source is shown.
    """
    keys = _keys(paths, is_part=is_part)
    names = [_head(key, which) for key in keys]
    table = FactTable(
        [*names, "of method's\nbytecodes", "bytecodes", _COMPLETIONS], "path", len(names)
    )
    above = {
        (*_method_of(loop), path["path"]): place
        for place, loop in reversed([*enumerate(loops, 1)])
        if loop["sequence"] is not None
        for path in described(loop["sequence"])
    }
    for row in paths:
        cell = titled(row["title"], row["class"])
        cell.append("\n")
        place = above.get((*_method_of(row), row["path"]))
        if place is None or row["source"]:
            append_path(cell, row)
        else:
            cell.append(row["name"], style="bold")
            cell.append(f"  described above at loop {place}", style="dim")
        figures = [percent(row["share_of_method"]), amount(row["bytecodes"]), amount(row["count"])]
        table.add([*(percent(row[key]) for key in keys), *figures], cell)
    return table


def _method_of(row: Mapping[str, Any]) -> tuple[str, str]:
    """Returns what tells a row's method from all others of the profile."""
    return row["class"], row["title"]

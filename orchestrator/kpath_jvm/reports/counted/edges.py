"""Makes sentences about profiles in which edges were counted instead of paths."""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.analysis.of_edges.known import KnownCounts
from kpath_jvm.reports.output import amount, counted, percent

#: Says that a profile of edges has no Ball-Larus paths, and how to record such paths.
NO_PATHS = (
    "the profile has edges and no Ball-Larus paths; `kpath-jvm run` without --profiler records "
    "these"
)
#: Says what the bounds of a number of bytecodes mean, and from which bounds shares are computed.
_LEFT_HALF_WAY = (
    "Exceptions, or the end of the recording, may have left blocks half-way, so bytecode "
    "counts may have two bounds; shares and the order of rows follow from the upper bounds, and "
    "the true shares and order may differ as far as the bounds allow"
)


def about_no_paths(summary: dict[str, Any]) -> tuple[str, str]:
    """Returns two texts: which paths a profile of edges lacks, and why."""
    if not summary["known"]["extended"]:
        return "Paths and sequences", NO_PATHS
    return (
        "Ball-Larus paths and sequences",
        "the profile has edges and extended paths (`export --table extended` lists these), and no "
        "Ball-Larus paths; `kpath-jvm run` without --profiler records Ball-Larus paths",
    )


def edges_only(summary: dict[str, Any]) -> bool:
    """Returns whether a report's summary has edges but no Ball-Larus paths."""
    return KnownCounts(**summary["known"]).edges_only


def counted_edges_text(known: dict[str, Any]) -> str:
    """Says how many edges were counted, and how many of the counts are known exactly."""
    text = f"{counted(known['edges'], 'edge')} of {counted(known['methods'], 'method')} that ran"
    if known["completed"] == known["edges"]:
        return f"{text}, counted on completed paths"
    windows = " from what path windows counted" if known["is_windowed"] else ""
    if known["estimated"] == known["edges"]:
        return f"{text}, estimated{windows}"
    rest = known["edges"] - known["exact"] - known["completed"] - known["estimated"]
    parts = [f"{amount(known['exact'])} exact"]
    if rest:
        parts.append(
            f"{amount(rest)} between bounds, shown as if exceptions had come as late as possible"
        )
    if known["completed"]:
        parts.append(f"{amount(known['completed'])} counted on completed paths")
    if known["estimated"] and known["is_windowed"]:
        parts.append(f"{amount(known['estimated'])} estimated{windows}")
    elif known["estimated"]:
        parts.append(f"{amount(known['estimated'])} without an upper bound")
    return f"{text}: {', '.join(parts)}"


def all_bytecodes(work: dict[str, Any], known: dict[str, Any]) -> str:
    """Says which bytecodes count as 100 % in a report's shares."""
    total = counted(work["bytecodes"], "executed bytecode")
    if not known["is_windowed"]:
        the = "the " if is_exact(work) else ""
        return f"{the}{bytecodes_text(work)} that recorded code executed"
    return f"the {total} {of_path_windows(work, known)}, not of all that the program executed"


def of_path_windows(work: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Says which bytecodes a profile of path windows has, as in "that path windows counted".

    ``work`` and ``known`` are the values of the keys of the same names (documents/report.py).
    """
    estimated = "are estimated from what path windows counted"
    text = f"that {estimated if known['is_scaled'] else 'path windows counted'}"
    whole = work["whole_run"]
    if not whole["methods"]:
        return text
    return (
        f"{text}, and those of {counted(whole['methods'], 'method')} in the whole run, whose edges "
        "were counted (shares of the two kinds can't be compared)"
    )


def of_first_paths(work: Mapping[str, Any]) -> tuple[str, str]:
    """Returns two texts on the bytecodes of a profile of path windows.

    The first text has those of methods of which only first paths were counted. The second text
    begins with a semicolon, and has those of methods whose edges were counted in the whole run. It
    is "" if there are no such methods.
    """
    whole = work["whole_run"]
    names = ("bytecodes", "bytecodes_exact", "bytecodes_entered")
    rest = {name: work[name] - whole[name] for name in names}
    first = f"{bytecodes_text(rest)} of the methods' first paths alone"
    if not whole["methods"]:
        return first, ""
    methods = counted(whole["methods"], "method")
    of_edges = f"{bytecodes_text(whole)} of {methods} whose edges were counted in the whole run"
    return first, f"; {of_edges}"


def is_exact(row: Mapping[str, Any]) -> bool:
    """Returns whether all bytecodes of a profile, method or loop were certainly executed."""
    return bool(row["bytecodes_exact"] == row["bytecodes"])


def amount_of_bytecodes(row: Mapping[str, Any]) -> str:
    """Returns the number of bytecodes of a profile, method or loop, as exactly as it is known.

    The text has two bounds, as in "13 to 149", if each block's entries are known, but an exception
    may have left a block half-way. Any other inexact number is an estimate, and gets the word
    "about".
    """
    if not is_exact(row) and row["bytecodes_entered"] == row["bytecodes"]:
        return f"{amount(row['bytecodes_exact'])} to {amount(row['bytecodes'])}"
    return f"{'' if is_exact(row) else 'about '}{amount(row['bytecodes'])}"


def bytecodes_text(row: Mapping[str, Any], noun: str = "bytecode") -> str:
    """Returns ``amount_of_bytecodes`` with its noun, as in "13 to 149 bytecodes"."""
    return f"{amount_of_bytecodes(row)} {noun}{'' if row['bytecodes'] == 1 else 's'}"


def exactness(work: dict[str, Any], known: dict[str, Any]) -> str:
    """Says how exact the number of executed bytecodes is.

    The number is computed from how often each block was entered, and from how often it was
    certainly executed to its end.
    """
    if known["edges"] and known["completed"] == known["edges"]:
        return (
            "All of it is exact for completed paths, and for the loop headers to which they went "
            "back; other blocks of paths that exceptions left half-way aren't counted"
        )
    if known["edges"] and known["estimated"] == known["edges"]:
        return "All of it is estimated, from the paths that were counted"
    if known["completed"]:
        return "It is exact for completed paths, or assumes that no exception left a block half-way"
    total, entered = work["bytecodes"], work["bytecodes_entered"]
    if is_exact(work):
        return "All of it is exact: each block that was entered was executed to its end"
    if entered == total:
        return f"It is known exactly how often each block was entered. {_LEFT_HALF_WAY}"
    text = (
        f"For {percent(entered / max(total, 1))} of the bytecodes it is known exactly how often "
        "their blocks were entered"
    )
    if known["estimated"]:
        text += "; for the rest it is estimated, mostly from the paths that were counted"
    else:
        text += "; for the rest, exceptions are taken to have come as late as possible"
    return text if entered == work["bytecodes_exact"] else f"{text}. {_LEFT_HALF_WAY}"


def extended_text(summary: Mapping[str, Any]) -> str:
    """Says how many extended paths the profile has, of which degree, and how to list them."""
    what = counted(summary["known"]["extended"], "extended path")
    degree = degree_text(summary)
    told = f"{summary['profiler']}, {degree}" if degree else summary["profiler"]
    return f"{what} of {told}; `export --table extended` lists all"


def degree_text(summary: Mapping[str, Any]) -> str:
    """Returns the degree of overlapping paths in words; "" if no such paths were counted."""
    if summary["degree"] is None:
        return ""
    but = " unless --loop-degree gave a loop another one" if summary["loop_degrees"] else ""
    return f"degree {summary['degree']:,}{but}"

"""Shows who called the hottest methods: in a document, in words, and in a table."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType

from kpath_jvm.analysis.callers import Callers, Entered, Link
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.facts.callers import caller_rows
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.reports.cells import FactTable, titled
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.time_lines import short_title

#: Texts show at most this many callers of a method.
MOST_CALLERS = 5
#: Texts name at most this many methods of a chain, as many at its beginning as at its end.
_LEAST_LINKS, _MOST_LINKS = 2, 6
#: What a report says if it shows no method.
NO_METHOD = "none: there is no method above whose callers could be listed"
_WORDS = {
    "outside": "from the JVM, or from code that isn't recorded and that no recorded method called",
    "untold": "in virtual threads, or the method had room only for an entry counter: callers "
    "aren't known",
}


def callers_of(selected: Selected, methods: Iterable[int]) -> dict[str, Any]:
    """Returns a report's key ``callers`` with its value, or {} if callers weren't counted.

    ``methods`` has the numbers of the methods, in the order to show them. Raises KpathError if the
    counts of callers are damaged.
    """
    callers = Callers.of(selected.whole)
    if callers is None:
        return {}
    return {"callers": callers_document(selected.whole, callers, methods)}


def methods_to_show(
    selected: Selected, times: TimeShares | None, hottest: Sequence[int], most: int
) -> list[int]:
    """Returns the numbers of at most ``most`` selected methods whose callers are worth showing.

    They are the methods with the most samples, and then the ``hottest`` ones. ``times`` are those
    of the whole profile, or None if it has no samples.
    """
    rows = [] if times is None else times.methods
    sampled = [one.method for one in rows if one.has_samples and selected.has_method(one.method)]
    return [*dict.fromkeys([*sampled, *hottest])][:most]


def callers_document(whole: Profile, callers: Callers, methods: Iterable[int]) -> dict[str, Any]:
    """Returns the value of the key ``callers`` for the methods with these numbers in ``whole``."""
    counts = callers.counts
    return {
        "java": counts.java,
        "wall_seconds": counts.wall_seconds,
        "exit_status": counts.exit_status,
        "doubts": list(counts.doubts),
        "methods": [called_document(whole, callers, method) for method in methods],
    }


def called_document(whole: Profile, callers: Callers, number: int) -> dict[str, Any]:
    """Returns the item of ``callers_document`` for the method with this number in ``whole``."""
    entered = callers.entered(number)
    return {
        **whole.method_rows.identity(number),
        "entries": entered.entries,
        "recorded_entries": entered.recorded,
        "versions": entered.versions,
        "callers": _documents(whole, callers, entered),
        "chain": [_link(whole, link) for link in callers.chain(number)],
        "bridges": [
            {
                **whole.method_rows.identity(bridge.method),
                "entries": bridge.entries,
                "callers": _documents(whole, callers, bridge),
            }
            for bridge in callers.bridges_to(entered)
        ],
    }


def _link(whole: Profile, link: Link) -> dict[str, Any]:
    names = whole.code(link.method).places.names(link.lines)
    return {
        **whole.method_rows.identity(link.method),
        "lines": list(link.lines),
        "place": lines_phrase(names) if link.lines else None,
    }


def _documents(whole: Profile, callers: Callers, entered: Entered) -> list[dict[str, Any]]:
    return [
        {
            "kind": caller["kind"],
            "class": caller["caller_class"],
            "method": caller["caller"],
            "descriptor": caller["caller_descriptor"],
            "title": caller["caller_title"],
            "line": caller["line"],
            "place": caller["place"],
            "count": caller["count"],
            "share": caller["share"],
            "words": caller_words(caller),
        }
        for caller in caller_rows(whole, callers, entered)
    ]


def caller_words(row: dict[str, Any]) -> str:
    """Says where the entries in a row of ``caller_rows`` came from."""
    if row["kind"] in _WORDS:
        return _WORDS[row["kind"]]
    if row["kind"] == "no call":
        return f"from {row['caller_title']}, by the JVM and not by a call"
    place = "" if row["place"] is None else f", {row['place']}"
    return f"from {row['caller_title']}{place}"


def caller_lines(method: dict[str, Any]) -> list[str]:
    """Returns lines about a method of ``callers_document``: its main callers, then notes."""
    rows, chain = called_from(method, MOST_CALLERS), chain_text(method)
    # The number of all entries stands beside the method.
    found = [f"all {words}" for _, _, words, _ in rows] if len(rows) == 1 else _from(rows)
    if chain is not None:
        found = [chain] if len(rows) == 1 else [*found, chain]
    return [*found, *called_notes(method)]


def chain_text(method: dict[str, Any]) -> str | None:
    """Names the methods from which all entries of a method come, from the nearest to the first.

    Returns None if there aren't two such methods; the method's callers say the same then.
    """
    links = [", ".join(filter(None, (short_title(one), one["place"]))) for one in method["chain"]]
    if len(links) < _LEAST_LINKS:
        return None
    if len(links) > _MOST_LINKS:
        half = _MOST_LINKS // 2
        left_out = counted(len(links) - 2 * half, "more method")
        links = [*links[:half], left_out, *links[-half:]]
    return f"all from {' ← '.join(links)}"


def _from(rows: Iterable[tuple[str, str, str, str | None]]) -> list[str]:
    return [f"{share} ({count}) {words}" for share, count, words, _ in rows]


def called_from(method: dict[str, Any], most: int) -> list[tuple[str, str, str, str | None]]:
    """Returns rows on the main callers of a method of ``callers_document``.

    The first ``most`` callers get a row each, and all others share a row. A row has the share and
    the count of the entries, words about where these came from, and the title of the calling
    method. The title is None if the caller isn't a method or the row has several callers.
    """
    # If only one caller is left over, it gets its own row instead of a row about the rest.
    most += len(method["callers"]) == most + 1
    shown, rest = method["callers"][:most], method["callers"][most:]
    rows = [
        (percent(one["share"]), f"{one['count']:,}", printable(one["words"]), one["title"])
        for one in shown
    ]
    if rest:
        count = sum(one["count"] for one in rest)
        share = percent(count / method["entries"])
        rows.append((share, f"{count:,}", f"from {counted(len(rest), 'more place')}", None))
    return rows


def called_notes(method: dict[str, Any]) -> list[str]:
    """Returns notes, for example if the method wasn't entered in the run that counted callers.

    A bridge method does nothing but call the method, so the notes say who called the bridge method,
    unless the text about a chain of callers does.
    """
    lines = []
    for bridge in method["bridges"] if chain_text(method) is None else ():
        found = _from(called_from(bridge, MOST_CALLERS))
        lines.append(f"entries of the bridge method: {'; '.join(found)}")
    if not method["callers"]:
        lines.append("not entered in the run that counted callers")
    if method["versions"] > 1:
        lines.append(
            f"these are the callers of the method's {method['versions']} versions together; the "
            "run didn't tell the versions apart"
        )
    return lines


def entries_text(method: dict[str, Any]) -> str:
    """Returns how many entries a method has and, if different, how many in the recorded run."""
    text = f"{method['entries']:,}"
    if method["recorded_entries"] != method["entries"]:
        text += f" ({method['recorded_entries']:,} in the recorded run)"
    return text


def about_callers(callers: dict[str, Any]) -> str:
    """Explains what the counts of callers mean, and says whether they are exact."""
    exact = "the counts are exact for that run"
    if callers["doubts"]:
        exact = f"not all counts are exact: {'; '.join(callers['doubts'])}"
    parts = [
        "an entry counts for the nearest recorded method below it on the stack, even if code that "
        "isn't recorded, such as the JDK's, lies between them. Shares are computed from the "
        "method's entries and not from what these cost: few entries from one caller may execute "
        "more than many from another. Callers were counted in another run, of "
        f"{callers['wall_seconds']:.1f} s; {exact}"
    ]
    if callers["exit_status"]:
        parts.append(f"That run ended with status {callers['exit_status']}")
    return ". ".join(parts)


def callers_table(callers: dict[str, Any]) -> RenderableType:
    """Returns a table of the methods, with their callers below them."""
    listed = FactTable(["entries"], "method, and its callers with their share of the entries", 0)
    for method in callers["methods"]:
        cell = titled(method["title"], method["class"])
        for line in caller_lines(method):
            cell.append(f"\n{line}", "default")
        listed.add([entries_text(method)], cell)
    return listed

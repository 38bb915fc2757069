"""Warns that something may look predictable only because the same work was done several times.

analysis/repeated.py finds out whether a method seems to have repeated its work.
"""

from collections.abc import Collection

from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import amount


def same_work(repetitions: int) -> str:
    """Returns a clause that says that the counts of a method are multiples of ``repetitions``."""
    times = amount(repetitions)
    return (
        f"all counts of the method's sequences are multiples of {times}, as if the same work was "
        f"done {times} times"
    )


def perhaps_repeated(repetitions: int, entries: int | None = None) -> str:
    """Returns words to add to a text that says how predictable something is.

    Returns "" if the method doesn't seem to have repeated its work. ``entries`` is how often the
    loop or the method that the text is about was entered, or None if this isn't known exactly. If
    the work was repeated just as often, the counts of the sequences that begin with an entry are
    all the same, so the first paths of all entries are the same.
    """
    if repetitions < 2:
        return ""
    if repetitions == entries:
        return (
            f"; each of the {amount(entries)} entries did the same, as far as k shows, so this may "
            "be a coincidence"
        )
    return f"; this may be a coincidence that was repeated: {same_work(repetitions)}"


def mark(repetitions: int) -> str:
    """Returns a mark for the end of a text in a list; "" without signs of repeated work.

    ``about_marks`` explains the mark, once for the list.
    """
    return f" [{TIMES}{amount(repetitions)}]" if repetitions > 1 else ""


def about_marks(repetitions: Collection[int]) -> str:
    """Explains the marks in a list; "" if all ``repetitions``, the marks' numbers, are 1."""
    marked = {one for one in repetitions if one > 1}
    if not marked:
        return ""
    times = amount(*marked) if len(marked) == 1 else "N"
    return (
        f"[{TIMES}{times}]: all counts of the method's sequences are multiples of {times}, as if "
        f"the same work was done {times} times, so what seems predictable may be a coincidence "
        "that was repeated; where this mark is missing, work may have been repeated, too, because "
        "a single other execution hides that"
    )

"""Warns that something may look predictable only because the same work was done several times.

analysis/repeated.py finds out whether a method seems to have repeated its work.
"""

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

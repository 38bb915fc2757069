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


def perhaps_repeated(repetitions: int) -> str:
    """Returns a warning to append to a text that says how predictable something is.

    Returns "" if the method doesn't seem to have repeated its work.
    """
    if repetitions < 2:
        return ""
    return f"; this may be a coincidence that was repeated: {same_work(repetitions)}"

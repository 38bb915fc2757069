"""Checks that commands print what the docs show; gaps in the shown outputs are allowed."""

import re


def differences(shown: str, printed: str) -> list[str]:
    """Returns the parts of the shown output that weren't printed, or were printed out of order.

    A line ``...`` separates two parts, and stands for any lines. Where there is no such line,
    everything that was printed must be shown. If anything was printed after the end of the shown
    output, the last item quotes that text.
    """
    missing, rest = [], printed
    parts = re.split(r"^\.\.\.$\n?", shown, flags=re.MULTILINE)
    for part in filter(None, parts):
        before, found, after = rest.partition(part)
        if not found or (before and part is parts[0]):
            missing.append(part)
        else:
            rest = after
    if not shown.endswith("...\n") and rest:
        missing.append(f"not shown: {rest}")
    return missing

"""Checks that commands print the outputs that pages show, which may have gaps."""

import re


def differences(shown: str, printed: str) -> list[str]:
    """Returns the parts of the shown output that weren't printed, or not in this order.

    Lines ``...`` separate the parts, and stand for any lines. Where there is no such line, nothing
    that was printed may be missing.
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

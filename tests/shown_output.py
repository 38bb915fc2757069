"""Compares outputs as pages show them, perhaps without some lines, with what commands print."""

import re


def differences(shown: str, printed: str) -> list[str]:
    """Returns the parts of an output, between lines ``...``, that weren't printed in this order.

    Without such a line, all that was printed must be shown.
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

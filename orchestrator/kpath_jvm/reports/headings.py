"""Makes the headings of texts: what a text is about, of which program, and with which filters."""

from typing import Any

from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.records.java_command import shortened


def heading(what: str, link: str, summary: dict[str, Any]) -> Text:
    """Returns ``what`` in bold, then the program, the thread if only one is shown, and the filters.

    ``link`` stands between ``what`` and the program.
    """
    thread = f", thread {summary['thread']}" if summary["thread"] else ""
    found = Text(what, style="bold")
    found.append(f"{link}{printable(shortened(summary['title']) + thread)}", style="default")
    if summary["selection"]:
        found.append(f"\nonly: {summary['selection']}", style="default")
    return found


def with_completeness(found: Text, summary: dict[str, Any]) -> Text:
    """Adds to a heading what the counts are worth, if the summary gives reasons for its verdict."""
    if summary["completeness"]["reasons"]:
        found.append(f"\n{printable(summary['completeness']['text'])}", style="yellow")
    return found

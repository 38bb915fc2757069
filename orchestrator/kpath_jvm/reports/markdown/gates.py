"""Writes as Markdown the results of ``check``'s rules and of ``diff``'s conditions."""

from collections.abc import Iterator, Sequence
from typing import Any

from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.gates import briefly, in_order, rules_summed, worth
from kpath_jvm.reports.markdown.writing import code, escaped, table


def check_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the lines for a document of ``check`` (reports/gates.py)."""
    profile = code(document["profile"], in_table=False)
    yield f"## Rules on {profile}: {escaped(rules_summed(document))}"
    title = escaped(shortened(document["title"]))
    yield from ("", f"{title}; {escaped(worth(document))}")
    for note in document["notes"]:
        yield from ("", f"note: {escaped(note)}")
    yield from gates_markdown(document["gates"], "rule", "figure")


def gates_markdown(gates: Sequence[dict[str, Any]], name: str, text: str) -> Iterator[str]:
    """Yields a table of gates, with titles for their names and texts; failed ones come first."""
    rows = (
        [
            "**error**"
            if gate["error"] is not None
            else "passed"
            if gate["passed"]
            else "**failed**",
            escaped(gate["name"]),
            escaped(briefly(gate)),
        ]
        for gate in in_order(gates)
    )
    yield from table(("<result", f"<{name}", f"<{text}"), rows)

"""Writes as Markdown the results of ``check``'s rules and of ``diff``'s conditions."""

from collections.abc import Iterator, Sequence
from typing import Any

from kpath_jvm.reports.gates import briefly, in_order, rules_summed
from kpath_jvm.reports.markdown.writing import code, escaped, table


def check_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the lines for a document of ``check`` (reports/gates.py)."""
    profile = code(document["profile"], in_table=False)
    yield f"## Rules on {profile}: {escaped(rules_summed(document))}"
    for note in document["notes"]:
        yield from ("", f"note: {escaped(note)}")
    yield from gates_markdown(document["gates"], "rule")


def gates_markdown(gates: Sequence[dict[str, Any]], kind: str) -> Iterator[str]:
    """Yields a table of gates of a kind, "rule" or "condition". Those that failed come first."""
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
    yield from table(("<result", f"<{kind}", "<what was found"), rows)

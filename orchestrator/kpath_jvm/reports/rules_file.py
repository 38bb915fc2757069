"""Files of rules for ``check``: TOML, a table ``[[rule]]`` for each."""

from __future__ import annotations

import re
from pathlib import Path

from kpath_jvm.analysis.gates.rules import FIGURES, SHARES, FigureKind, Rule
from kpath_jvm.toml_tables import Table, read_table

_SHARE = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?)\s*(%?)\s*")


def read_rules(path: Path) -> list[Rule]:
    """Returns the rules of a file; KpathError (2) in one line for what is none."""
    table = read_table(path, "rules")
    rules = [_rule(one, at) for at, one in enumerate(table.list_of_tables("rule"), 1)]
    table.finish()
    if not rules:
        raise table.error("rule", "is missing", "; write a table [[rule]] for each rule")
    return rules


def _rule(table: Table, at: int) -> Rule:
    given = [figure for figure in FIGURES if table.has(figure)]
    if len(given) != 1:
        what = " and ".join(given) or "nothing"
        raise table.error(f"rule {at}", f"is on {what}", f"; give one of {', '.join(FIGURES)}")
    figure = given[0]
    where = table.text(figure)
    bounds = [_bound(table, key, figure) for key in ("at-least", "at-most")]
    through: tuple[int, ...] = ()
    if figure == "path":
        through = table.wholes("through", 1)
        if bounds == [None, None]:
            bounds = [None, 0.0]
    if bounds == [None, None]:
        raise table.error(f"rule {at}", "has no bound", "; give at-least or at-most")
    answer, ordinal = "yes", None
    if figure == "outcome":
        answer = table.text("answer", "yes")
        ordinal = table.whole("ordinal", 1) if table.has("ordinal") else None
    missing = table.flag("may-be-missing")
    name = table.text("name", f"{figure} of {where}")
    table.finish()
    return Rule(figure, where, name, bounds[0], bounds[1], answer, ordinal, through, missing)


def _bound(table: Table, key: str, figure: FigureKind) -> float | None:
    """Returns a bound, of shares written as "10%" or 0.1; None if it isn't there."""
    if not table.has(key):
        return None
    value = table.raw(key)
    if isinstance(value, str) and figure in SHARES:
        match = _SHARE.fullmatch(value)
        if match is not None:
            return float(match[1]) / (100 if match[2] else 1)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        meaning = 'a share, as 0.1 or "10%"' if figure in SHARES else "a number of 0 or more"
        raise table.error(key, f"is {value!r}, not {meaning}")
    return float(value)

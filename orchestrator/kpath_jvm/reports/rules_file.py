"""Reads files of rules for ``check``: TOML with a table ``[[rule]]`` for each rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kpath_jvm.analysis.gates.path_steps import Decided, PathStep
from kpath_jvm.analysis.gates.places import RulePlace
from kpath_jvm.analysis.gates.rules import FIGURE_WORDS, FIGURES, SHARES, FigureKind, Rule
from kpath_jvm.errors import KpathError, SeveralWrongError
from kpath_jvm.profile.names import printable
from kpath_jvm.shares import NoShareError, share_of
from kpath_jvm.toml_tables import Positive, Table, read_table
from kpath_jvm.toml_values import spelt

_BOUNDS = ("at-least", "at-most")
#: The keys that all rules may have.
_KEYS = (*FIGURES, "name", *_BOUNDS, "may-be-missing")
#: The keys that say which loop or branch is meant.
_PLACED = ("in", "condition", "ordinal")
#: Further keys, which only rules on these figures may have. Any other key counts as misspelt.
_KEYS_OF: dict[FigureKind, tuple[str, ...]] = {
    "bytecodes": ("per",), "entries": ("per",),
    "outcome": ("answer", *_PLACED, "completed-only"), "path": ("through", "completed-only"),
    "iterations": (*_PLACED, "completed-only"),
    "loop-bytecodes": (*_PLACED, "completed-only", "per"),
}  # fmt: skip
#: No count of bytecodes, entries or paths is as large as this, because counts are signed 64-bit
#: numbers.
_LARGEST = 2.0**63


def read_rules(path: Path) -> list[Rule]:
    """Returns the rules of a file.

    Raises SeveralWrongError (exit status 2) with a line for each faulty rule. A rule that can't
    fail is faulty, too, because it would only look like a gate.
    """
    table = read_table(path, "rules")
    rules: list[Rule] = []
    wrong: list[str] = []
    names: dict[str, int] = {}
    for at, one in enumerate(table.list_of_tables("rule"), 1):
        try:
            rule = _rule(one.labelled(_label(one, at)))
        except KpathError as error:
            wrong.append(str(error))
            continue
        if rule.name in names:
            if one.has("name"):
                twice = table.error(
                    f"rule {at}",
                    f"has the name '{printable(rule.name)}' of rule {names[rule.name]}",
                    "; give each rule a name of its own",
                )  # fmt: skip
                wrong.append(str(twice))
                continue
            rule = replace(rule, name=f"{rule.name} (rule {at})")
        names[rule.name] = at
        rules.append(rule)
    table.finish()
    if wrong:
        raise SeveralWrongError(wrong)
    if not rules:
        raise table.error("rule", "is missing", "; write a table [[rule]] for each rule")
    return rules


def _label(table: Table, at: int) -> str:
    """Returns the beginning of an error about a rule: the rule's number, and its name if any."""
    name = table.raw("name")
    named = f" '{printable(name)}'" if isinstance(name, str) and name else ""
    return f"rule {at}{named}: "


def _rule(table: Table) -> Rule:
    given = [figure for figure in FIGURES if table.has(figure)]
    if len(given) != 1:
        for key in (key for keys in _KEYS_OF.values() for key in keys):
            table.has(key)
        _finish(table)
        what = " and ".join(given) or "nothing"
        raise table.error("it", f"is on {what}", f"; give one of {', '.join(FIGURES)}")
    figure = given[0]
    for key in _KEYS_OF.get(figure, ()):
        table.has(key)
    _finish(table)
    where = table.text(figure)
    least, most = (_bound(table, key, figure) for key in _BOUNDS)
    through: tuple[PathStep, ...] = ()
    if figure == "path":
        through = _steps(table)
        if least is most is None:
            most = 0.0
    _check_bounds(table, figure, least, most)
    answer = table.text("answer", "yes") if figure == "outcome" else "yes"
    place = _place(table, where) if "ordinal" in _KEYS_OF.get(figure, ()) else RulePlace(where)
    missing = table.value("may-be-missing", bool, False)
    completed = "completed-only" in _KEYS_OF.get(figure, ()) and table.value(
        "completed-only", bool, False
    )
    per = table.text("per") if "per" in _KEYS_OF.get(figure, ()) and table.has("per") else None
    each = "" if per is None else f" per entry of {per}"
    name = table.text("name", f"{FIGURE_WORDS[figure]} of {_named(place)}{each}")
    return Rule(
        figure, where, name, least, most, answer, place.ordinal, through, missing, completed,
        place.within, place.condition, table.has("name"), per=per,
    )  # fmt: skip


def _steps(table: Table) -> tuple[PathStep, ...]:
    """Returns the steps of a rule on paths: whole numbers are lines, and tables are branches."""
    steps: list[PathStep] = []
    for one in table.items("through"):
        if isinstance(one, Table):
            step = Decided(
                one.text("condition"),
                one.text("answer", "yes"),
                *(
                    one.value(key, Positive) if one.has(key) else None
                    for key in ("line", "ordinal")
                ),
            )
            one.finish()
            steps.append(step)
        elif isinstance(one, int) and not isinstance(one, bool) and one >= 1:
            steps.append(one)
        else:
            raise table.error(
                "through", f"has {spelt(one)}, neither a whole number of 1 or more (a line) nor a "
                'table such as { condition = "i < n", answer = "no" }',
            )  # fmt: skip
    if not steps:
        raise table.error("through", "is empty")
    return tuple(steps)


def _place(table: Table, where: str) -> RulePlace:
    within, condition = (table.text(key) if table.has(key) else None for key in ("in", "condition"))
    place = RulePlace(
        where, within, condition, table.value("ordinal", Positive) if table.has("ordinal") else None
    )
    if within is not None and not place.is_line:
        raise table.error(
            "in", f"is {within!r}, but the rule is already on the method {where}",
            "; leave one of the two out, or give a line such as Scanner.java:42",
        )  # fmt: skip
    return place


def _named(place: RulePlace) -> str:
    """Returns the words for a rule's place, from which a rule without a name gets its name."""
    parts = [place.where] if place.within is None else [place.where, f"in {place.within}"]
    parts += [] if place.condition is None else [place.condition]
    number = "" if place.ordinal is None or place.is_line else f" #{place.ordinal}"
    return ", ".join(parts) + number


def _finish(table: Table) -> None:
    """Raises KpathError for keys that the rule can't have.

    Callers call it before they read values, so that a misspelt key isn't reported as a missing one.
    """
    for key in _KEYS:
        table.has(key)
    table.finish()


def _check_bounds(
    table: Table, figure: FigureKind, least: float | None, most: float | None
) -> None:
    """Raises KpathError for bounds that admit no value or every value."""
    if least is most is None:
        raise table.error("it", "has no bound", "; give at-least or at-most")
    if least is not None and most is not None and least > most:
        given, other = table.raw("at-least"), table.raw("at-most")
        raise table.error(
            "at-least", f"is {given!r}, above at-most, which is {other!r}",
            ": no value is within; correct the file",
        )  # fmt: skip
    if least in (None, 0) and (most is None or (figure in SHARES and most == 1)):
        key = "at-least" if most is None else "at-most"
        raise table.error(
            key, f"is {table.raw(key)!r}, which every value satisfies",
            ": the rule can't fail; give another bound",
        )  # fmt: skip


def _bound(table: Table, key: str, figure: FigureKind) -> float | None:
    """Returns a bound, or None if the rule doesn't have it.

    Bounds on shares may be written as "10%" or 0.1.
    """
    if not table.has(key):
        return None
    value = table.raw(key)
    if figure in SHARES:
        try:
            return share_of(value)
        except NoShareError as error:
            raise table.error(f"{key}:", str(error), "") from error
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value < _LARGEST:
        raise table.error(key, f"is {spelt(value)}, not a number of 0 or more")
    return float(value)

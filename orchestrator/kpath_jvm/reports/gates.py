"""The results of gates: as plain values, as text and as JUnit's XML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.analysis.diff.changes import BranchChange, Change, LoopChange, SequenceChange
from kpath_jvm.analysis.gates.conditions import (
    FIGURES,
    OUTCOME,
    TOTAL,
    ConditionOutcome,
    GateCondition,
    Total,
)
from kpath_jvm.analysis.gates.path_steps import words_of
from kpath_jvm.analysis.gates.rules import (
    COUNTS,
    FIGURE_WORDS,
    SHARES,
    Rule,
    RuleFigure,
    RuleResult,
    WrongRule,
    check,
)
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.selection import Selection, opened
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.check import CheckKeys
from kpath_jvm.reports.lines import ARROW, TIMES
from kpath_jvm.reports.output import counted

DOCUMENT = DocumentKind("check", 1, CheckKeys)
_MOST_NAMED = 3
#: The digits of a rule's figures: as many as tell them apart, within these limits.
_LEAST_DIGITS, _MOST_DIGITS = 4, 15
#: A growth of this much or more is written as a factor, because 29,300 % is hard to read.
_MOST_GROWTH = 10
#: The names of the figures of conditions, in words.
_FIGURES = {
    "share": "share of the bytecodes", "bytecodes": "bytecodes", "entries": "entries",
    "iterations": "iterations per entry",
}  # fmt: skip
#: Words after "no method's share" and the like, by the direction of a condition whose bound no
#: figure exceeds.
_MOVED = {"either": "moved by more", "up": "rose by more", "down": "fell by more"}
#: Stands for a figure that completed paths don't show, although the place may have run.
_UNSEEN = "in no completed path"
_NO_ENTRY_SEEN = "no entry was seen from its beginning on"


def summarise_check(
    path: Path,
    rules: Sequence[Rule],
    selection: Selection,
    *,
    merge: bool = True,
    accepted: Sequence[str] = (),
) -> dict[str, Any]:
    """Returns the document of ``check``; raises KpathError as ``opened`` does.

    ``accepted`` are the verdicts that are good enough, as ``--accept`` spells them.
    """
    profile = opened(path, selection)
    if not len(profile.method_rows.numbers):
        raise KpathError(
            f"{printable(str(path))} has no methods, so no rule can be judged by it; record again"
        )
    verdicts = check(profile.merged() if merge else profile, rules)
    gates = [*of_completeness([profile], accepted), *map(_of_rule, verdicts)]
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "verdict": profile.completeness.verdict,
            "completeness": profile.completeness.document(),
            "failed": _failed(gates),
            "wrong": len(wrong_rules(gates)),
            "gates": gates,
        }
    )


def wrong_rules(gates: Iterable[dict[str, Any]]) -> list[str]:
    """Returns what is wrong with the rules that can't be judged, a line for each."""
    return [str(gate["error"]) for gate in gates if gate["error"] is not None]


def _failed(gates: Iterable[dict[str, Any]]) -> int:
    return sum(not gate["passed"] and gate["error"] is None for gate in gates)


def of_completeness(
    profiles: Iterable[Profile], accepted: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yields a gate for each profile whose counts aren't exact: whether they are good enough.

    Counts that were lost may be the very ones that would fail a rule. So the gate fails unless
    ``accepted`` has the profile's verdict.
    """
    for profile in profiles:
        found = profile.completeness
        if found.is_exact:
            continue
        passed = found.is_accepted(accepted)
        if passed:
            remedy = f"accepted by --accept {found.acceptable_as}"
        elif found.acceptable_as is None:
            remedy = "what it counts contradicts itself, so no rule can be judged by it"
        else:
            remedy = f"record it again, or pass --accept {found.acceptable_as} if that will do"
        yield {
            "name": f"counts of {printable(str(profile.path))} are exact, or accepted",
            "passed": passed,
            "value": None,
            "least": None,
            "most": None,
            "text": f"{printable(found.text)}; {remedy}",
            "found": [],
            "error": None,
            "named": True,
        }


def of_conditions(outcomes: Sequence[ConditionOutcome]) -> list[dict[str, Any]]:
    """Returns the results of ``diff --fail-if`` as plain values."""
    rows = Rows()
    return [_of_condition(one, rows) for one in outcomes]


def _of_rule(one: RuleResult | WrongRule) -> dict[str, Any]:
    if isinstance(one, WrongRule):
        return {
            "name": printable(one.rule.name),
            "passed": False,
            "value": None,
            "least": None,
            "most": None,
            "text": one.why,
            "found": [],
            "error": one.message,
            "named": one.rule.is_named,
        }
    rule, figure = one.rule, one.figure
    digits = _digits(rule, figure)
    bounds = [
        f"{word} {_figure(rule, bound, digits)}"
        for word, bound in (("at least", rule.at_least), ("at most", rule.at_most))
        if bound is not None
    ]
    mean = (
        f" a run, the mean of {one.runs:,} runs" if one.runs > 1 and rule.figure in COUNTS else ""
    )
    what = f"{FIGURE_WORDS[rule.figure]} of {printable(rule.where)}{_judged(one)}"
    if rule.figure == "outcome":
        what += f" {printable(rule.answer)}"
    if rule.through:
        # There are no words for the steps if the rule's place is missing, which a rule may allow.
        what += f" through {', '.join(one.steps) or words_of(rule.through)}"
    return {
        "name": printable(rule.name),
        "passed": one.is_kept,
        "value": figure.value,
        "least": figure.least,
        "most": None if figure.most is None or math.isinf(figure.most) else figure.most,
        "text": f"{what}: {_shown(rule, figure, digits)}{mean}, {' and '.join(bounds)}",
        "found": [],
        "error": None,
        "named": rule.is_named,
    }


def _judged(one: RuleResult) -> str:
    """Says which loops or branches a rule judged together; "" if it judged something else."""
    if not one.judged:
        return ""
    told = list(dict.fromkeys((found.place, found.asked) for found in one.judged))
    if len(told) == 1:
        ((place, asked),) = told
        is_known = one.rule.where.rpartition(":")[2] == place.rpartition(":")[2]
        return f" ({asked})" if is_known else f" ({place}: {asked})"
    named = [f"{place}: {asked}" for place, asked in told[:_MOST_NAMED]]
    named += [f"{len(told) - len(named)} more"] if len(told) > len(named) else []
    kinds = ("loop", "loops") if one.rule.figure == "iterations" else ("branch", "branches")
    return f" ({counted(len(told), *kinds)} together: {', '.join(named)})"


def _digits(rule: Rule, figure: RuleFigure) -> int:
    """Returns how many digits tell a figure, its own bounds and the rule's bounds apart."""
    shown = (figure.value, figure.least, figure.most, rule.at_least, rule.at_most)
    values = {one for one in shown if one is not None and not math.isinf(one)}
    for digits in range(_LEAST_DIGITS, _MOST_DIGITS):
        if len({_figure(rule, one, digits) for one in values}) == len(values):
            return digits
    return _MOST_DIGITS


def _shown(rule: Rule, figure: RuleFigure, digits: int) -> str:
    """Returns a figure in words, with its bounds if paths that were cut off may change it."""
    if figure.least is None or figure.most is None:
        return "never ran"
    if figure.value is None:
        text = _NO_ENTRY_SEEN if rule.figure == "iterations" else _UNSEEN
    else:
        text = _figure(rule, figure.value, digits)
    if rule.completed_only or figure.least == figure.most:
        return text
    least = _figure(rule, figure.least, digits, ROUND_FLOOR)
    most = _figure(rule, figure.most, digits, ROUND_CEILING)
    return (
        f"{text}; with the paths that exceptions or the end cut off, {least} to {most} "
        "(completed-only = true leaves these out)"
    )


def _figure(rule: Rule, value: float, digits: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """Returns a figure with so many digits; bounds are rounded away from the figure."""
    if math.isinf(value):
        return "any number"
    # The shortest text of a number doesn't have the errors of its binary fraction.
    exact = Decimal(repr(value)) * (100 if rule.figure in SHARES else 1)
    if rule.figure not in SHARES and value >= 1000:
        decimals = digits - _LEAST_DIGITS
        return f"{exact.quantize(Decimal(1).scaleb(-decimals), rounding):,.{decimals}f}"
    text = f"{float(Context(digits, rounding).plus(exact)):,.{digits}g}"
    return f"{text} %" if rule.figure in SHARES else text


def _of_condition(one: ConditionOutcome, rows: Rows) -> dict[str, Any]:
    found = [_named(one.condition, *row, rows) for row in one.larger]
    found += [_missing(one.condition, pair) for pair in one.missing]
    amounts = [amount for _, amount in one.larger]
    if one.total is not None and one.total.amount is not None:
        amounts.append(one.total.amount)
    most = max(amounts, default=None)
    if one.total is not None and not one.missing:
        text = _total(one.condition, one.total)
    elif found:
        named = found[:_MOST_NAMED]
        left = len(found) - len(named)
        text = "; ".join([*named, *([f"{left:,} more (--json and --junit have all)"] * (left > 0))])
    else:
        text = "; ".join([_nothing(one.condition), *_limits(one)])
    return {
        "name": printable(one.condition.text),
        "passed": not one.is_failed,
        "value": None if most is None or math.isinf(most) else most,
        "least": None,
        "most": None,
        "text": text,
        "found": found,
        "error": None,
        "named": True,
    }


def _nothing(condition: GateCondition) -> str:
    """Says that nothing fails a condition."""
    kind, is_bounded = condition.kind, condition.bound is not None
    if kind in FIGURES:
        noun = "loop" if kind == "iterations" else "method"
        verb = _MOVED[condition.direction] if is_bounded else "differ"
        if kind == "share":
            verb = verb.replace("differ", "differs")
            if condition.method is None:
                noun = "method that does more or less than before has a"
                return f"no {noun} {_FIGURES[kind]} that {verb}"
        return f"no {noun}'s {_FIGURES[kind]} {verb}"
    if kind == "outcome":
        more = " in more of its executions" if is_bounded else ""
        return f"no branch went another way{more}"
    if kind == "any":
        return "nothing that differs concerns more" if is_bounded else "nothing differs"
    status, noun = kind.split("-")
    return f"no {status} {noun}{' has more' if is_bounded else ''}"


def _limits(one: ConditionOutcome) -> Iterator[str]:
    """Says what a condition that nothing fails left out."""
    if one.doubtful:
        does = "doesn't" if one.doubtful == 1 else "don't"
        yield (
            f"{counted(one.doubtful, 'difference')} that may be chance, because runs of one side "
            f"differ among themselves, {does} count"
        )
    if one.least_share is not None:
        yield (
            f"methods with less than {100 * one.least_share:g} % of the bytecodes were not "
            "looked at (--min-share)"
        )


def _missing(condition: GateCondition, pair: MethodPair) -> str:
    """Says that a condition names a method that only one side has."""
    title = _title(pair)
    what = _FIGURES.get(condition.kind, "bytecodes" if condition.kind == TOTAL else "")
    what = f"its {what} can't be compared" if what else "it can't be compared"
    if pair.new is None:
        return (
            f"{title} is gone, so {what}; name the method that does its work now, or use "
            "gone-method"
        )
    return f"{title} is new, so {what}; give a base that has it, or use new-method"


def _title(pair: MethodPair) -> str:
    """Returns a method's title, in which versions of one name are told apart."""
    return pair.known.profile.method_rows.title(pair.known.method)


def _row(change: Change, rows: Rows) -> dict[str, Any] | None:
    """Returns the row of a loop, a branch or a sequence."""
    if isinstance(change, LoopChange):
        return rows.loop(change)
    if isinstance(change, BranchChange):
        return rows.branch(change)
    return rows.sequence(change) if isinstance(change, SequenceChange) else None


def _place(change: Change, row: dict[str, Any] | None) -> str:
    """Says which loop, branch or sequence of its method has changed; "" for a method."""
    if row is None:
        return ""
    if isinstance(change, SequenceChange):
        return f", sequence {words.paths_in_short(row)}"
    where = words.place("loops" if isinstance(change, LoopChange) else "branches", row)
    return where.replace(", ", f", {change.NOUN} at ", 1) or f", {change.NOUN}"


def _named(condition: GateCondition, change: Change, amount: float, rows: Rows) -> str:
    """Says where something has changed, from what to what, and by how much."""
    kind = condition.kind
    row = _row(change, rows)
    text = f"{_title(change.pair)}{_place(change, row)}"
    gated = change.gated.get(kind)
    if gated is None:
        return f"{text}: {_share(condition, change, amount, row)}"
    before, after = (_mean(kind, mean) for mean in gated.figure.means)
    if math.isinf(amount):
        by = f"a new {change.NOUN}" if change.status == "new" else "it was 0"
    else:
        by = _by(condition, amount, is_share=gated.is_share)
    return f"{text}: {_FIGURES[kind]} {before} {ARROW} {after} ({by})"


def _share(
    condition: GateCondition, change: Change, amount: float, row: dict[str, Any] | None
) -> str:
    """Returns the share by which a change is judged, and what it is a share of."""
    share = f"{100 * amount:.3g} %"
    if condition.kind == OUTCOME and row is not None:
        on = " on completed paths" if words.is_of_completed_alone(row) else ""
        return f"{share} of its executions{on} went another way"
    if condition.kind == "any":
        told = "".join(f"{one}; " for one in _told_of(change))
        return f"{told}concerns {share} of the bytecodes"
    if change.NOUN == "sequence":
        return f"{share} of the method's path completions"
    return f"{share} of the bytecodes{' are in its block' if change.NOUN == 'branch' else ''}"


def _told_of(change: Change) -> Iterator[str]:
    """Says what has changed about a method, whatever it executed."""
    pair = change.pair
    if change.NOUN == "method":
        if change.status != "shifted":
            yield change.status
        if pair.base is not None and (pair.is_moved or pair.is_renamed):
            word = "renamed" if pair.is_renamed else "moved"
            yield f"{word}, was {method_title(*pair.base.named)}"
        if pair.code == "changed":
            yield "code changed"


def _by(condition: GateCondition, amount: float, *, is_share: bool) -> str:
    """Returns by how much a figure has moved."""
    if condition.direction == "either":
        return f"{100 * amount:.3g} {'points' if is_share else '% of the larger'}"
    signed = amount if condition.direction == "up" else -amount
    return f"{100 * signed:+.3g} points" if is_share else _growth(signed)


def _total(condition: GateCondition, total: Total) -> str:
    """Says how the sum of methods' bytecodes has changed, whether the condition fails or not."""
    figure = total.figure
    before, after = (_mean(condition.kind, mean) for mean in figure.means)
    text = f"bytecodes of {counted(total.methods, 'method')} together {before} {ARROW} {after}"
    if math.isinf(figure.growth):
        return f"{text} (it was 0)"
    if figure.change:
        text += f" ({_growth(figure.growth)})"
    if total.amount is None:
        text += "; runs of one side differ as much"
    return text


def _growth(growth: float) -> str:
    return f"{TIMES}{1 + growth:,.0f}" if growth >= _MOST_GROWTH else f"{100 * growth:+.3g} %"


def _mean(kind: str, mean: float) -> str:
    if kind == "share":
        return f"{100 * mean:.3g} %"
    return f"{mean:,.4g}" if mean < 1000 else f"{mean:,.0f}"


def gate_lines(gates: Sequence[dict[str, Any]]) -> Iterator[Text]:
    """Yields a line for each gate, as text."""
    for gate in gates:
        line = Text()
        word = "error" if gate["error"] is not None else "passed" if gate["passed"] else "FAILED"
        line.append(f"{word:6}  ", "" if gate["passed"] else "bold")
        line.append(_told(gate))
        yield wrapped(line)


def _told(gate: dict[str, Any]) -> str:
    """Returns a gate's name and text, or only the text if that says what the gate is about.

    That is so for a rule that wasn't given a name.
    """
    name, text = gate["name"], gate["text"]
    return f"{name}: {text}" if gate["named"] or gate["error"] is not None else text


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the lines of a document of ``check``."""
    heading = Text("Rules", style="bold")
    title = printable(shortened(document["title"]))
    heading.append(f" on {printable(document['profile'])}: {title}", "default")
    yield wrapped(heading)
    yield from gate_lines(document["gates"])
    yield Text(summed(document["gates"]), "bold" if document["failed"] else "dim")


def summed(gates: Sequence[dict[str, Any]]) -> str:
    """Says how many gates there are, and how many failed or can't be judged."""
    wrong = len(wrong_rules(gates))
    text = f"{counted(len(gates), 'rule')}, {_failed(gates) or 'none'} failed"
    return f"{text}, {wrong} can't be judged" if wrong else text


def write_junit(stream: IO[str], suite: str, gates: Sequence[dict[str, Any]]) -> None:
    """Writes gates as JUnit's XML, with a test case for each; a wrong rule is an error."""
    root = ElementTree.Element(
        "testsuite", name=suite, tests=str(len(gates)), failures=str(_failed(gates)),
        errors=str(len(wrong_rules(gates))), skipped="0",
    )  # fmt: skip
    for gate in gates:
        case = ElementTree.SubElement(root, "testcase", name=gate["name"], classname=suite)
        if gate["error"] is not None:
            ElementTree.SubElement(case, "error", message=gate["error"])
        elif not gate["passed"]:
            failure = ElementTree.SubElement(case, "failure", message=gate["text"])
            if len(gate["found"]) > 1:
                failure.text = "\n".join(gate["found"])
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ElementTree.tostring(root, encoding="unicode") + "\n")

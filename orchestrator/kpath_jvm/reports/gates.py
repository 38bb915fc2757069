"""The results of gates: as plain values, as text and as JUnit's XML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.analysis.diff.changes import Change
from kpath_jvm.analysis.gates.conditions import FIGURES, ConditionOutcome, GateCondition, Total
from kpath_jvm.analysis.gates.path_steps import words_of
from kpath_jvm.analysis.gates.rules import (
    COUNTS,
    FIGURE_WORDS,
    SHARES,
    Rule,
    RuleFigure,
    RuleResult,
    check,
)
from kpath_jvm.analysis.selection import Selection, opened
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.records.filters import note_on, recorded_with
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.check import CheckKeys
from kpath_jvm.reports.lines import ARROW, TIMES
from kpath_jvm.reports.output import counted

DOCUMENT = DocumentKind("check", 1, CheckKeys)
_MOST_NAMED = 3
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
    """Returns the document of ``check``; raises KpathError as ``opened`` and ``rules.check`` do.

    ``accepted`` are the verdicts that are good enough, as ``--accept`` spells them.
    """
    profile = opened(path, selection)
    if not len(profile.method_rows.numbers):
        raise KpathError(
            f"{printable(str(path))} has no methods, so no rule can be judged by it; record again"
        )
    verdicts = check(profile.merged() if merge else profile, rules)
    gates = [*of_completeness([profile], accepted), *map(_of_rule, verdicts)]
    note = note_on(recorded_with(profile.run))
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "verdict": profile.completeness.verdict,
            "completeness": profile.completeness.document(),
            "notes": [] if note is None else [f"{profile.path} {note}"],
            "failed": sum(not gate["passed"] for gate in gates),
            "gates": gates,
        }
    )


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
        }


def of_conditions(outcomes: Sequence[ConditionOutcome]) -> list[dict[str, Any]]:
    """Returns the results of ``diff --fail-if`` as plain values."""
    return [_of_condition(one) for one in outcomes]


def _of_rule(one: RuleResult) -> dict[str, Any]:
    rule, figure = one.rule, one.figure
    bounds = [
        f"{word} {_figure(rule, bound)}"
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
        "text": f"{what}: {_shown(rule, figure)}{mean}, {' and '.join(bounds)}",
        "found": [],
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


def _shown(rule: Rule, figure: RuleFigure) -> str:
    """Returns a figure in words, with its bounds if paths that were cut off may change it."""
    if figure.least is None or figure.most is None:
        return "never ran"
    if figure.value is None:
        text = _NO_ENTRY_SEEN if rule.figure == "iterations" else _UNSEEN
    else:
        text = _figure(rule, figure.value)
    if rule.completed_only or figure.least == figure.most:
        return text
    most = "any number" if math.isinf(figure.most) else _figure(rule, figure.most)
    return (
        f"{text}; with the paths that exceptions or the end cut off, {_figure(rule, figure.least)} "
        f"to {most} (completed-only = true leaves these out)"
    )


def _figure(rule: Rule, value: float) -> str:
    if rule.figure in SHARES:
        return f"{100 * value:.4g} %"
    return f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def _of_condition(one: ConditionOutcome) -> dict[str, Any]:
    found = [_named(one.condition, *row) for row in one.larger]
    if one.light:
        found.append(f"{counted(one.light, 'method')} of too little work to be listed")
    amounts = [amount for _, amount in one.larger]
    if one.total is not None and one.total.amount is not None:
        amounts.append(one.total.amount)
    most = max(amounts, default=None)
    if one.total is not None:
        text = _total(one.condition, one.total)
    elif found:
        named = found[:_MOST_NAMED]
        left = len(found) - len(named)
        text = "; ".join([*named, *([f"{left:,} more (--json and --junit have all)"] * (left > 0))])
    else:
        text = _nothing(one.condition)
    return {
        "name": printable(one.condition.text),
        "passed": not one.is_failed,
        "value": None if most is None or math.isinf(most) else most,
        "least": None,
        "most": None,
        "text": text,
        "found": found,
    }


def _nothing(condition: GateCondition) -> str:
    """Says that nothing fails a condition."""
    kind, is_bounded = condition.kind, condition.bound is not None
    if kind in FIGURES:
        noun = "loop" if kind == "iterations" else "method"
        verb = _MOVED[condition.direction] if is_bounded else "differ"
        if kind == "share":
            verb = verb.replace("differ", "differs")
        return f"no {noun}'s {_FIGURES[kind]} {verb}"
    if kind == "outcome":
        more = " in more of its executions" if is_bounded else ""
        return f"no branch went another way{more}"
    if kind == "any":
        return "nothing that differs concerns more" if is_bounded else "nothing differs"
    status, noun = kind.split("-")
    return f"no {status} {noun}{' has more' if is_bounded else ''}"


def _named(condition: GateCondition, change: Change, amount: float) -> str:
    """Says where something has changed, from what to what, and by how much."""
    kind = condition.kind
    title = method_title(*change.pair.known.named)
    if change.NOUN == "method":
        text = title
    else:
        where = "" if change.place is None else f" at {change.place}"
        text = f"{title}, {change.NOUN}{where}"
    gated = change.gated.get(kind)
    if gated is None:
        return f"{text}: {_share(condition, change, amount)}"
    before, after = (_mean(kind, mean) for mean in gated.figure.means)
    if math.isinf(amount):
        by = f"a new {change.NOUN}" if change.status == "new" else "it was 0"
    else:
        by = _by(condition, amount, is_share=gated.is_share)
    return f"{text}: {_FIGURES[kind]} {before} {ARROW} {after} ({by})"


def _share(condition: GateCondition, change: Change, amount: float) -> str:
    """Returns the share by which a change is judged, and what it is a share of."""
    share = f"{100 * amount:.3g} %"
    if condition.kind == "outcome":
        return f"{share} of its executions went another way"
    if condition.kind == "any":
        return f"concerns {share} of the bytecodes"
    if change.NOUN == "sequence":
        return f"{share} of the method's path completions"
    return f"{share} of the bytecodes{' are in its block' if change.NOUN == 'branch' else ''}"


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
        line.append("passed  " if gate["passed"] else "FAILED  ", "" if gate["passed"] else "bold")
        line.append(_told(gate))
        yield wrapped(line)


def _told(gate: dict[str, Any]) -> str:
    """Returns a gate's name and text, or only the text if it begins with the name.

    That is so for a rule that wasn't given a name.
    """
    name, text = gate["name"], gate["text"]
    return text if text.startswith(name) else f"{name}: {text}"


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the lines of a document of ``check``."""
    heading = Text("Rules", style="bold")
    title = printable(shortened(document["title"]))
    heading.append(f" on {printable(document['profile'])}: {title}", "default")
    for note in document["notes"]:
        heading.append(f"\nnote: {printable(note)}", "default")
    yield wrapped(heading)
    yield from gate_lines(document["gates"])
    yield Text(summed(document["gates"]), "bold" if document["failed"] else "dim")


def summed(gates: Sequence[dict[str, Any]]) -> str:
    """Says how many gates there are, and how many failed."""
    failed = sum(not gate["passed"] for gate in gates)
    return f"{counted(len(gates), 'rule')}, {failed or 'none'} failed"


def write_junit(stream: IO[str], suite: str, gates: Sequence[dict[str, Any]]) -> None:
    """Writes gates as JUnit's XML, with a test case for each."""
    failed = sum(not gate["passed"] for gate in gates)
    root = ElementTree.Element(
        "testsuite", name=suite, tests=str(len(gates)), failures=str(failed), errors="0",
        skipped="0",
    )  # fmt: skip
    for gate in gates:
        case = ElementTree.SubElement(root, "testcase", name=gate["name"], classname=suite)
        if not gate["passed"]:
            failure = ElementTree.SubElement(case, "failure", message=gate["text"])
            if len(gate["found"]) > 1:
                failure.text = "\n".join(gate["found"])
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ElementTree.tostring(root, encoding="unicode") + "\n")

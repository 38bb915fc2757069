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
from kpath_jvm.analysis.gates.conditions import ConditionOutcome, GateCondition
from kpath_jvm.analysis.gates.path_steps import words_of
from kpath_jvm.analysis.gates.rules import FIGURE_WORDS, SHARES, Rule, RuleFigure, RuleResult, check
from kpath_jvm.analysis.selection import Selection, opened
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.check import CheckKeys
from kpath_jvm.reports.output import counted

DOCUMENT = DocumentKind("check", 1, CheckKeys)
_MOST_NAMED = 3
#: What is said if nothing exceeds a condition, and the sign of what exceeds it, by the direction in
#: which the condition looks.
_NOTHING = {
    "either": "nothing is larger", "up": "nothing rose by more", "down": "nothing fell by more",
}  # fmt: skip
_SIGNS = {"either": "", "up": "+", "down": "-"}
#: What is said of a figure that completed paths don't have, although the place may have run.
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

    ``accepted`` are the verdicts that are good enough for the profile, as ``--accept`` spells them.
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
            "failed": sum(not gate["passed"] for gate in gates),
            "gates": gates,
        }
    )


def of_completeness(
    profiles: Iterable[Profile], accepted: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yields a gate for each profile whose counts aren't exact: whether they are good enough.

    What was lost can be just what a rule is there to find, so the gate fails unless ``--accept``
    has the profile's verdict.
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
        }


def of_conditions(outcomes: Sequence[ConditionOutcome]) -> list[dict[str, Any]]:
    """Returns the gates of a difference as plain values."""
    return [_of_condition(one) for one in outcomes]


def _of_rule(one: RuleResult) -> dict[str, Any]:
    rule, figure = one.rule, one.figure
    bounds = [
        f"{word} {_figure(rule, bound)}"
        for word, bound in (("at least", rule.at_least), ("at most", rule.at_most))
        if bound is not None
    ]
    what = f"{FIGURE_WORDS[rule.figure]} of {printable(rule.where)}{_judged(one)}"
    if rule.figure == "outcome":
        what += f" {printable(rule.answer)}"
    if rule.through:
        # What may be missing has no words of its own.
        what += f" through {', '.join(one.steps) or words_of(rule.through)}"
    return {
        "name": printable(rule.name),
        "passed": one.is_kept,
        "value": figure.value,
        "least": figure.least,
        "most": None if figure.most is None or math.isinf(figure.most) else figure.most,
        "text": f"{what}: {_shown(rule, figure)}, {' and '.join(bounds)}",
    }


def _judged(one: RuleResult) -> str:
    """Says which loop or branch was judged, or which ones together; "" for other figures."""
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
    named = [_named(one.condition, *row) for row in one.larger[:_MOST_NAMED]]
    more = len(one.larger) - len(named)
    named += [f"{more} more"] if more > 0 else []
    if one.light:
        named.append(f"{counted(one.light, 'method')} of too little work to be listed")
    most = max((amount for _, amount in one.larger), default=None)
    return {
        "name": printable(one.condition.text),
        "passed": not one.is_failed,
        "value": None if most is None or math.isinf(most) else most,
        "least": None,
        "most": None,
        "text": ", ".join(named) if named else _NOTHING[one.condition.direction],
    }


def _named(condition: GateCondition, change: Change, amount: float) -> str:
    """Says what has changed, where, from what to what, and by how much."""
    kind = condition.kind
    place = "" if change.place is None else f", {change.place}"
    text = f"{method_title(*change.pair.known.named)}{place}"
    gated = change.gated.get(kind)
    if gated is None:
        return f"{text} {100 * amount:.3g} %"
    before, after = (_mean(kind, mean) for mean in gated.figure.means)
    if math.isinf(amount):
        return f"{text} {before} → {after} (it was 0)"
    sign = _SIGNS[condition.direction]
    unit = "points" if gated.is_share else "%" if sign else "% of the larger"
    return f"{text} {before} → {after} ({sign}{100 * amount:.3g} {unit})"


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
    """Returns name and text of a gate; a rule without a name of its own isn't told twice."""
    name, text = gate["name"], gate["text"]
    return text if text.startswith(name) else f"{name}: {text}"


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the lines of a document of ``check``."""
    heading = Text("Rules", style="bold")
    heading.append(
        f" on {printable(document['profile'])}: {printable(document['title'])}", "default"
    )
    yield wrapped(heading)
    yield from gate_lines(document["gates"])
    yield Text(summed(document["gates"]), "bold" if document["failed"] else "dim")


def summed(gates: Sequence[dict[str, Any]]) -> str:
    """Says how many gates there are, and how many failed."""
    failed = sum(not gate["passed"] for gate in gates)
    return f"{counted(len(gates), 'rule')}, {failed or 'none'} failed"


def write_junit(stream: IO[str], suite: str, gates: Sequence[dict[str, Any]]) -> None:
    """Writes gates as JUnit's XML: a test case each."""
    failed = sum(not gate["passed"] for gate in gates)
    root = ElementTree.Element(
        "testsuite", name=suite, tests=str(len(gates)), failures=str(failed), errors="0",
        skipped="0",
    )  # fmt: skip
    for gate in gates:
        case = ElementTree.SubElement(root, "testcase", name=gate["name"], classname=suite)
        if not gate["passed"]:
            ElementTree.SubElement(case, "failure", message=gate["text"])
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ElementTree.tostring(root, encoding="unicode") + "\n")

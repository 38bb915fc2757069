"""Shows results of gates (rules of ``check``, conditions of ``diff``) as values, text and XML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from functools import partial
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.gates.path_steps import words_of
from kpath_jvm.analysis.gates.rules import (
    FIGURE_WORDS,
    PLACE_KINDS,
    SHARES,
    Rule,
    RuleFigure,
    RuleResult,
    WrongRule,
    check,
)
from kpath_jvm.analysis.selection import Selection, opened
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.ratio import quotient
from kpath_jvm.records.filters import note_on, recorded_with
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.check import CheckKeys
from kpath_jvm.reports.judgeable import endings, without_counts
from kpath_jvm.reports.output import counted, digits_to_differ, percent
from kpath_jvm.reports.shares import not_counted
from kpath_jvm.reports.unnamed import about_unnamed, unnamed_variables
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("check", 1, CheckKeys)
_MOST_NAMED = 3
#: At most this many gates are named where all gates are summed up.
_MOST_GATES = 5
#: A rule's figures get just enough digits to tell them apart, and at least this many.
_LEAST_DIGITS = 4
#: A share below this is shown as "< 0.1 %", unless a bound of the rule is nearly as small.
_TRIFLE = 0.0005
#: The text for a figure that completed paths don't show, although its place may have run.
_UNSEEN = "in no completed path"
#: Why a rule can't be judged although its figure has bounds.
_UNTOLD = (
    "it can't be told whether the rule is kept: an exception may have left a block half-way, and "
    "the rule allows only some of the values that the figure may therefore have"
)
_NO_ENTRY_SEEN = "no entry was seen from its beginning"


def summarise_check(
    path: Path,
    rules: Sequence[Rule],
    selection: Selection,
    *,
    merge: bool = True,
    accepted: Sequence[str] = (),
    sources: SourceTexts | None = None,
) -> dict[str, Any]:
    """Returns the document of ``check``.

    ``accepted`` are the verdicts that are good enough, as ``--accept`` spells them. With
    ``sources``, rules can name switches and their answers as the source does. Raises KpathError as
    ``opened`` does, and if the profile has no counts by which a rule can be judged.
    """
    profile = opened(path, selection)
    if not len(profile.method_rows.numbers):
        raise KpathError(
            f"{printable(str(path))} has no methods, so no rule can be judged by it; record again"
        )
    added_up = profile.merged() if merge else profile
    nothing = without_counts(profile, Costs(added_up).total)
    if nothing is not None:
        raise KpathError(
            f"{printable(nothing)}, so no rule can be judged by it; record a run in which the "
            "program does its work", 2,
        )  # fmt: skip
    if sources is not None:
        sources.judge_by(profile)
    verdicts = check(added_up, rules, sources)
    unnamed = about_unnamed({"unnamed_variables": _unnamed(added_up, verdicts)})
    gates = [*of_completeness([profile], accepted), *map(_of_rule, verdicts)]
    note = note_on(recorded_with(profile.run))
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "verdict": profile.completeness.verdict,
            "completeness": profile.completeness.document(),
            "not_counted": not_counted([profile]),
            "notes": [
                *([] if note is None else [f"{profile.path} {note}"]),
                *endings([profile]),
                *([] if unnamed is None else [unnamed]),
            ],
            "failed": failed(gates),
            "wrong": len(wrong_rules(gates)),
            "gates": gates,
        }
    )


def _unnamed(profile: Profile, verdicts: Iterable[RuleResult | WrongRule]) -> list[str]:
    """Returns the classes of loops and branches that results name by variables without a name."""
    return unnamed_variables(
        profile,
        (
            {"class": profile.method_rows.row(place.method)["class"], "asked": place.asked}
            for one in verdicts
            if isinstance(one, RuleResult)
            for place in one.judged
        ),
    )


def wrong_rules(gates: Iterable[dict[str, Any]]) -> list[str]:
    """Returns for each gate that can't be judged a line that says why."""
    return [str(gate["error"]) for gate in gates if gate["error"] is not None]


def failed(gates: Iterable[dict[str, Any]]) -> int:
    """Returns how many gates failed; those that can't be judged aren't counted."""
    return sum(not gate["passed"] and gate["error"] is None for gate in gates)


def of_completeness(
    profiles: Iterable[Profile], accepted: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yields a gate for each profile whose counts aren't exact.

    Lost counts might have broken a rule. So the gate fails unless ``accepted`` has the profile's
    verdict.
    """
    for profile in profiles:
        found = profile.completeness
        if found.is_exact:
            continue
        passed = found.is_accepted(accepted)
        if passed:
            remedy = f"accepted by --accept {found.acceptable_as}"
        elif found.acceptable_as is None:
            remedy = "its counts contradict one another, so no rule can be judged by them"
        else:
            remedy = f"record it again, or pass --accept {found.acceptable_as} if that will do"
        yield {
            "name": f"counts of {printable(str(profile.path))} are exact, or accepted",
            "passed": passed,
            "value": None,
            "least": None,
            "most": None,
            "text": f"{printable(found.text)}; {remedy}",
            "brief": None,
            "found": [],
            "error": None,
            "named": True,
            "look_at": None,
        }


def _of_rule(one: RuleResult | WrongRule) -> dict[str, Any]:
    if isinstance(one, WrongRule):
        return {
            "name": printable(one.rule.name),
            "passed": False,
            "value": None,
            "least": None,
            "most": None,
            "text": one.text,
            "brief": None,
            "found": [],
            "error": one.message,
            "named": one.rule.is_named,
            "look_at": None,
        }
    rule, figure = one.rule, one.figure
    untold = None
    if one.is_untold:
        untold = f"rule '{printable(rule.name)}': {_UNTOLD}"
    digits = _digits(rule, figure)
    bounds = [
        f"{word} {_figure(bound, digits, is_share=rule.figure in SHARES)}"
        for word, bound in (("at least", rule.at_least), ("at most", rule.at_most))
        if bound is not None
    ]
    mean = f" a run, the mean of {one.runs:,} runs" if one.runs > 1 and rule.is_count else ""
    what = f"{FIGURE_WORDS[rule.figure]} of {printable(rule.where)}{_judged(one)}"
    if rule.figure == "outcome":
        what += f" {printable(rule.answer)}"
    what += f"{_in_all(one)}{_per(one)}"
    if rule.through:
        # If the rule's place is missing from the profile (may-be-missing), the rule's own words
        # name the steps.
        what += f" through {', '.join(one.steps) or words_of(rule.through)}"
    return {
        "name": printable(rule.name),
        "passed": one.is_kept,
        "value": figure.value,
        "least": figure.least,
        "most": None if figure.most is None or math.isinf(figure.most) else figure.most,
        "text": f"{what}: {_shown(rule, figure, digits)}"
        f"{' (not in the profile)' if one.is_missing else mean}{_each(one)}, {' and '.join(bounds)}"
        f"{_any_there(one)}{_other_branch(one)}{f'; {_UNTOLD}' if one.is_untold else ''}",
        "brief": None,
        "found": [],
        "error": untold,
        "named": rule.is_named,
        "look_at": None,
    }


def _in_all(one: RuleResult) -> str:
    """Says that bytecodes are those of all entries together; "" for other figures.

    Without these words, a bound might be meant for each entry.
    """
    if not one.entries:
        return ""
    return " in 1 entry" if one.entries == 1 else f" in all {_number(one.entries)} entries"


def _per(one: RuleResult) -> str:
    """Says by which entries the figure is divided, and how many they are; "" if it isn't."""
    if one.rule.per is None:
        return ""
    told = [] if len(one.per) < 2 else [f"{len(one.per):,} methods"]
    if one.divisor:
        told.append("1 entry" if one.divisor == 1 else f"{_number(one.divisor)} entries")
    numbers = f" ({', '.join(told)})" if told else ""
    return f" per entry of {printable(one.rule.per)}{numbers}"


def _each(one: RuleResult) -> str:
    """Returns the bytecodes per entry in parentheses, if one method was entered several times.

    A quotient of several methods would say nothing about a call of any of them.
    """
    value = one.figure.value
    is_quotient = len(one.methods) == 1 and not one.figure.is_of_edges
    if not is_quotient or not one.entries or one.entries == 1 or value is None:
        return ""
    return f" ({_number(quotient(value, one.entries))} per entry)"


def _number(value: float) -> str:
    """Returns a number that isn't a share as text."""
    return _figure(value, digits_to_differ((value, round(value)), _figure, _LEAST_DIGITS))


def _any_there(one: RuleResult) -> str:
    """Says that a rule about an outcome, or about a loop named by its line, has no condition.

    Such a rule doesn't notice an edit that exchanges the branch's answers or puts another loop on
    the line. Returns "" for all other rules, and for loops that have no condition.
    """
    kind = PLACE_KINDS.get(one.rule.figure)
    if kind is None or one.rule.condition is not None or not one.judged:
        return ""
    is_named = any(found.conditions for found in one.judged)
    if kind == "loop" and not (one.rule.place.is_line and is_named):
        return ""
    there = f"any {kind} there"
    if one.rule.place.ordinal is not None:
        there = f"whichever {kind} has this number there"
    return f"; the rule has no condition, so it takes {there}"


def _other_branch(one: RuleResult) -> str:
    """Says which other branches a rule may mean if its condition was copied from the source.

    These branches ask the opposite in the class file. Returns "" if there are none.
    """
    if not one.opposed:
        return ""
    named = [found.place for found in one.opposed[:_MOST_NAMED]]
    named += [f"{len(one.opposed) - len(named)} more"] if len(one.opposed) > len(named) else []
    asks, it = ("asks", "that branch") if len(one.opposed) == 1 else ("ask", "one of them")
    if one.is_missing:
        return f"; {', '.join(named)} {asks} the opposite; if you mean {it}, correct the rule"
    return (
        f"; {', '.join(named)} {asks} the opposite in the class file: if the rule's condition is "
        f"the source's, the rule may mean {it}, so pass --sources, or add the ordinal"
    )


def _judged(one: RuleResult) -> str:
    """Says which loops or branches a rule judged together, or how many methods.

    Returns "" for one method, and for paths.

    The conditions of a loop are those at which the loop may end, whatever the answer is with which
    it ends. So the text doesn't say that the loop ends, or goes on, if a condition holds. The
    conditions are in quotes, because their first word may be the name of a variable.
    """
    if not one.judged:
        return f" ({len(one.methods):,} methods)" if len(one.methods) > 1 else ""
    is_of_loops = PLACE_KINDS.get(one.rule.figure) == "loop"
    told = list(
        dict.fromkeys(
            (
                found.place,
                f'the loop that ends at the condition "{found.asked}"'
                if is_of_loops and found.conditions
                else found.asked,
            )
            for found in one.judged
        )
    )
    if len(told) == 1:
        ((place, asked),) = told
        is_known = one.rule.where.rpartition(":")[2] == place.rpartition(":")[2]
        return f" ({asked})" if is_known else f" ({place}: {asked})"
    named = [f"{place}: {asked}" for place, asked in told[:_MOST_NAMED]]
    named += [f"{len(told) - len(named)} more"] if len(told) > len(named) else []
    kinds = ("loop", "loops") if is_of_loops else ("branch", "branches")
    return f" ({counted(len(told), *kinds)} together: {', '.join(named)})"


def _digits(rule: Rule, figure: RuleFigure) -> int:
    """Returns how many digits it takes to tell a figure, its bounds and the rule's bounds apart."""
    shown = (figure.value, figure.least, figure.most, rule.at_least, rule.at_most)
    values = {one for one in shown if one is not None and not math.isinf(one)}
    is_share = rule.figure in SHARES
    if is_share:
        # There must be enough digits to distinguish a small share from 0, and a large one from 1.
        values |= {0.0, 1.0}
    elif figure.value is not None:
        # 3.9998 mustn't read as if it were 4.
        values.add(float(round(figure.value)))
    told = partial(_figure, is_share=is_share)
    return digits_to_differ(values, told, _LEAST_DIGITS)


def _shown(rule: Rule, figure: RuleFigure, digits: int) -> str:
    """Returns a figure in words, with its bounds if it isn't exact."""
    if figure.least is None or figure.most is None:
        return "never ran"
    is_share = rule.figure in SHARES
    if figure.value is None:
        text = _NO_ENTRY_SEEN if rule.figure == "iterations" else _UNSEEN
    elif _is_trifle(rule, figure):
        text = percent(figure.value)
    else:
        text = _figure(figure.value, digits, is_share=is_share)
    if figure.least == figure.most:
        return text
    least = _figure(figure.least, digits, ROUND_FLOOR, is_share=is_share)
    most = _figure(figure.most, digits, ROUND_CEILING, is_share=is_share)
    if figure.is_of_edges:
        return f"{least} to {most}"
    included = (
        f"{least} to {most} if paths that an exception or the recording's end cut off are included"
    )
    if rule.completed_only:
        # The rule may pass only because of this option, so the text mentions it.
        return f"{text} (completed-only = true; {included})"
    return f"{text}; {included} (completed-only = true leaves them out)"


def _is_trifle(rule: Rule, figure: RuleFigure) -> bool:
    """Returns whether "< 0.1 %" is exact enough for a share: no bound of the rule is near it."""
    if rule.figure not in SHARES or not figure.least == figure.value == figure.most:
        return False
    bounds = [one for one in (rule.at_least, rule.at_most) if one]
    return 0 < (figure.value or 0.0) < _TRIFLE and min(bounds, default=1.0) >= 2 * _TRIFLE


def _figure(
    value: float, digits: int, rounding: str = ROUND_HALF_EVEN, *, is_share: bool = False
) -> str:
    """Returns a figure as text, with the given number of significant digits.

    ``rounding`` is for bounds, which are rounded away from the figure.
    """
    if math.isinf(value):
        return "any number"
    # repr returns the shortest decimal, so the error of the binary fraction isn't shown.
    exact = Decimal(repr(value)) * (100 if is_share else 1)
    if not is_share and value >= 1000:
        decimals = digits - _LEAST_DIGITS
        return f"{exact.quantize(Decimal(1).scaleb(-decimals), rounding):,.{decimals}f}"
    text = f"{Context(digits, rounding).plus(exact):,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text} %" if is_share else text


def in_order(gates: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns gates in the order in which readers need them.

    Gates that failed come first, then those that can't be judged, then those that passed. In
    documents, gates are in the order in which the user gave the rules or conditions.
    """
    return sorted(gates, key=lambda gate: (bool(gate["passed"]), gate["error"] is not None))


def gate_lines(gates: Sequence[dict[str, Any]]) -> Iterator[Text]:
    """Yields a line of text for each gate; gates that failed come first."""
    for gate in in_order(gates):
        line = Text()
        word = "error" if gate["error"] is not None else "passed" if gate["passed"] else "FAILED"
        line.append(f"{word:6}  ", "" if gate["passed"] else "bold")
        line.append(_told(gate))
        yield wrapped(line)


def _told(gate: dict[str, Any]) -> str:
    """Returns a gate's name and text.

    A name that the user didn't give is left out, because the text says as much. But the name stays
    if the rule can't be judged and has no figure: the text then has only the reason.
    """
    name, text = gate["name"], briefly(gate)
    is_reason = gate["error"] is not None and gate["least"] is None
    return f"{name}: {text}" if gate["named"] or is_reason else text


def briefly(gate: dict[str, Any]) -> str:
    """Returns a gate's brief text if it has one, and otherwise its full text."""
    return str(gate["text"] if gate["brief"] is None else gate["brief"])


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the lines of a document of ``check``."""
    heading = Text("Rules", style="bold")
    title = printable(shortened(document["title"]))
    heading.append(f" on {printable(document['profile'])}: {title}; {worth(document)}", "default")
    for note in document["notes"]:
        heading.append(f"\nnote: {printable(note)}", "default")
    yield wrapped(heading)
    yield from gate_lines(document["gates"])
    yield wrapped(Text(rules_summed(document), "bold" if document["failed"] else "dim"))


def worth(document: dict[str, Any]) -> str:
    """Says what the counts of a document of ``check`` are worth, and which code they lack."""
    return printable(f"counts: {document['verdict']}; {document['not_counted']}")


def rules_summed(document: dict[str, Any]) -> str:
    """Says how many rules a document of ``check`` has, and which gates failed.

    If the profile isn't exact, it has a gate of its own. This gate is named apart, because it isn't
    one of the user's rules.
    """
    gates = document["gates"]
    if document["completeness"]["exact"]:
        return summed(gates, counted(len(gates), "rule"))
    return summed(gates, f"{counted(len(gates) - 1, 'rule')} and the gate of exact counts")


def summed(gates: Sequence[dict[str, Any]], what: str) -> str:
    """Says which gates failed or can't be judged; ``what`` says how many gates there are.

    If gates can't be judged because of edits that a reader must look at, the first edit is named.
    """
    broken = [gate for gate in gates if not gate["passed"] and gate["error"] is None]
    text = f"{what}, {len(broken) or 'none'} failed{_names(broken)}"
    wrong = [gate for gate in gates if gate["error"] is not None]
    if wrong:
        text = f"{text}, {len(wrong)} can't be judged{_names(wrong)}"
    edits = dict.fromkeys(gate["look_at"] for gate in gates if gate["look_at"] is not None)
    return "; ".join([text, *(f"look at {edit}" for edit in [*edits][:1])])


def _names(gates: Sequence[dict[str, Any]]) -> str:
    """Returns the names of the first gates in parentheses; "" if there are none."""
    named = [f"'{gate['name']}'" for gate in gates[:_MOST_GATES]]
    named += [f"{len(gates) - len(named):,} more"] if len(gates) > len(named) else []
    return f" ({', '.join(named)})" if named else ""


def write_junit(stream: IO[str], suite: str, gates: Sequence[dict[str, Any]]) -> None:
    """Writes gates as JUnit's XML, a test case for each; a rule that can't be judged is an error.

    The text of a gate that passed is written as the output of its test case.
    """
    root = ElementTree.Element(
        "testsuite", name=suite, tests=str(len(gates)), failures=str(failed(gates)),
        errors=str(len(wrong_rules(gates))), skipped="0",
    )  # fmt: skip
    for gate in gates:
        case = ElementTree.SubElement(root, "testcase", name=gate["name"], classname=suite)
        if gate["error"] is not None:
            problem = ElementTree.SubElement(case, "error", message=gate["error"])
        elif not gate["passed"]:
            problem = ElementTree.SubElement(case, "failure", message=gate["text"])
        else:
            ElementTree.SubElement(case, "system-out").text = gate["text"]
            continue
        if len(gate["found"]) > 1:
            problem.text = "\n".join(gate["found"])
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ElementTree.tostring(root, encoding="unicode") + "\n")

"""Describes settled branches in words and figures, as plain values for all outputs.

A settled branch is one whose test gave no new information in a run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import Settled, calls_of, ends_loop
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.source.assertions import is_assertion_check

#: The kinds of settled branches.
ONE_WAY, REDUNDANT, HOIST = "one way", "redundant", "hoist"
_BRANCH, _SWITCH = "branch", "switch"


def settled_rows(
    branches: Iterable[Settled], code: MethodCode, told: ToldMethod, costs: Costs
) -> list[dict[str, Any]]:
    """Returns a row of ``settled_facts`` for each of a method's settled branches, in their order.

    ``costs`` are those of the whole profile. A branch has no row if it is only a part of another
    branch in the source, for example of a switch over strings (``ToldMethod.is_part``). A branch
    that was decided by such a part has no row, either.
    """
    return [
        settled_facts(one, code, told, costs)
        for one in branches
        if not told.is_part(one.branch.decision)
        and not (isinstance(one, Foretold) and told.is_part(one.given.decision))
    ]


#: The keys that ``always_facts`` takes from ``settled_facts``; it then replaces ``kind``.
_OF_ALWAYS = (
    "block", "line", "place", "ordinal", "question", "label", "matched", "count", "bytecodes",
    "each", "of_block", "ends_loop", "share", "may_call", "called", "called_each", "called_share",
    "called_unrecorded",
    "uncompleted", "behind", "behind_share", "never_run", "kind",
)  # fmt: skip


def always_facts(
    one: OneWay, code: MethodCode, told: ToldMethod, costs: Costs, held_back: int
) -> dict[str, Any] | None:
    """Returns what is known about a branch that always went one way, whether or not it is settled.

    ``costs`` are those of the whole profile. At most ``held_back`` of the method's completed paths
    may be missing. Returns None for a part of another branch, for example of a switch over strings
    (``ToldMethod.is_part``).
    """
    if told.is_part(one.branch.decision):
        return None
    facts = settled_facts(one, code, told, costs)
    (only,) = facts["answers"]
    return {name: facts[name] for name in _OF_ALWAYS} | {
        "kind": _SWITCH if one.branch.decision.operator == "switch" else _BRANCH,
        "answer": only["answer"],
        "most": one.most,
        "may_differ": one.may_differ,
        "held_back": held_back,
        "other_copy": one.has_other_copy,
        "assertion_check": is_assertion_check(one.branch.decision),
    }


def settled_facts(one: Settled, code: MethodCode, told: ToldMethod, costs: Costs) -> dict[str, Any]:
    """Returns what is known about a settled branch, under the keys of docs/formats/json.md.

    ``costs`` are those of the whole profile.
    """
    work = costs.total
    calls = calls_of(costs, one.branch.method, code, one)
    # ``OneWay.saved`` includes executions with an unknown outcome, so ``called`` does, too.
    executions = one.branch.total if isinstance(one, OneWay) else one.count
    called = None if calls.each is None else round(calls.each * executions)
    facts: dict[str, Any] = {
        "kind": _kind(one),
        **_asked(one.branch, told),
        "count": one.count,
        "bytecodes": one.saved,
        "each": code.test_size(one.branch.block),
        "of_block": one.branch.decision.instructions < 0,
        "ends_loop": ends_loop(one.branch, code),
        "share": one.saved / work if work else 0.0,
        "may_call": calls.may_call,
        "called": called,
        "called_each": calls.each,
        "called_share": None if called is None else called / work if work else 0.0,
        "called_unrecorded": None if calls.unrecorded is None else list(calls.unrecorded),
        "uncompleted": one.uncompleted,
        "unseen": one.unseen if isinstance(one, Foretold) else 0,
        "repetitions": 1 if isinstance(one, OneWay) else one.repetitions,
        "answers": [],
        "behind": None,
        "behind_share": None,
        "never_run": None,
        "given": None,
        "iterations": None,
        "across": None,
        "same_condition": None,
        "loop_block": None,
        "loop_place": None,
        "entries": None,
        "assigned": isinstance(one, Constant) and one.is_assigned,
    }
    answers = [told.outcome(outcome).answer for outcome in one.branch.outcomes]
    if isinstance(one, OneWay):
        return facts | {
            "answers": [_answer(answers[one.way], one.count)],
            "behind": one.behind,
            "behind_share": one.behind / work if work else 0.0,
            "never_run": one.never_run,
        }
    facts |= _loop(one, code)
    if isinstance(one, Constant):
        kept = enumerate(one.steadiness.pairs)
        return facts | {
            "answers": _by_count(_answer(answers[at], row[at]) for at, row in kept if row[at]),
            "entries": one.steadiness.firsts,
        }
    given = [told.outcome(outcome).answer for outcome in one.given.outcomes]
    return facts | {
        "answers": _by_count(
            _answer(answers[it.way], it.count) | {"given": given[it.given]} for it in one.implied
        ),
        "given": _asked(one.given, told),
        "iterations": one.iterations,
        "across": one.is_across,
        "same_condition": one.is_same_condition,
    }


def _kind(one: Settled) -> str:
    if isinstance(one, OneWay):
        return ONE_WAY
    return HOIST if isinstance(one, Constant) else REDUNDANT


def _asked(branch: BranchOutcomes, told: ToldMethod) -> dict[str, Any]:
    first = told.outcome(branch.outcomes[0])
    is_plain = first.is_matched or first.is_alone
    return {
        "block": branch.block,
        "line": first.line,
        "place": first.place,
        "ordinal": first.ordinal,
        "question": first.question,
        "label": first.question if is_plain else f"#{first.ordinal} {first.question}",
        "matched": first.is_matched,
    }


def _answer(answer: str, count: int) -> dict[str, Any]:
    return {"answer": answer, "count": count, "given": None}


def _by_count(answers: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(answers, key=lambda it: -int(it["count"]))


def _loop(one: Foretold | Constant, code: MethodCode) -> dict[str, Any]:
    return {
        "loop_block": None if one.loop is None else one.loop.header,
        "loop_place": None if one.loop is None else code.header_place(one.loop.header),
    }

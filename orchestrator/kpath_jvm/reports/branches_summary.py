"""Makes the document of the verb ``branches``."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import asdict

from kpath_jvm.analysis.advice.by_several import Several
from kpath_jvm.analysis.branch_notes import BranchNote, BranchNotes
from kpath_jvm.analysis.by_iteration import ByIteration
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.dependence import Dependence
from kpath_jvm.analysis.entered import known_entries
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.selection import Selected, select
from kpath_jvm.analysis.settled.found import settled_of
from kpath_jvm.analysis.settled.totals import DecidedTotals, decided_totals
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.branches import answers_of
from kpath_jvm.facts.settled import settled_rows
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.entries_only import without_paths_text
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.places import Places
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.branches import BranchesKeys
from kpath_jvm.reports.reading import ReadOptions, about
from kpath_jvm.reports.summary import check_k
from kpath_jvm.reports.unnamed import unnamed_variables
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("branches", 1, BranchesKeys)


def summarise_branches(
    profile: Profile, options: ReadOptions, sources: SourceTexts | None = None
) -> dict[str, Any]:
    """Returns the document of ``branches`` for the costliest methods, as plain values.

    The document has at most ``options.top`` methods. Raises KpathError if k exceeds the profile's
    k, or if no method that ran has a selected branch.
    """
    k = check_k(profile, options.k)
    selected = select(profile.merged() if options.merge else profile, options.selection)
    costs = Costs(selected.whole)
    asking = _asking(selected, costs)
    shown = [_method(selected, one, k, costs, sources) for one in asking[: options.top]]
    methods = [document for document, _ in shown]
    if not methods:
        which = "the selected part of " if not selected.is_all else ""
        only = without_paths_text(selected.profile.method_rows)
        why = "" if only is None else f": {only}"
        raise KpathError(f"no completed path in {which}{profile.path} has branches{why}")
    content = {
        **about(profile, k, selected),
        "methods": methods,
        "methods_left_out": len(asking) - len(methods),
        "decided": decided_document([totals for _, totals in shown]),
        "always": None,
        "always_left_out": 0,
        "edges_only": known(selected.whole).edges_only,
        "unnamed_variables": unnamed_variables(selected.whole, methods),
    }
    return DOCUMENT.of(content)


def _asking(selected: Selected, costs: Costs) -> list[int]:
    """Returns the methods that ran and have branches in the selection, the costliest first."""
    decisions = selected.profile.table("decisions")
    rows = np.array([one != "caught" for one in decisions.column("operator").to_pylist()], bool)
    has_branches = np.isin(selected.methods, decisions.column("method").to_numpy()[rows])
    by_cost = costs.of_methods[selected.methods]
    order = np.argsort(-by_cost, kind="stable")
    found: list[int] = selected.methods[order[(has_branches & (by_cost > 0))[order]]].tolist()
    if selected.loops is None:
        return found
    return [one for one in found if _blocks(selected, one) & set(selected.whole.code(one).deciding)]


def _method(
    selected: Selected, method: int, k: int, costs: Costs, sources: SourceTexts | None
) -> tuple[dict[str, Any], DecidedTotals | None]:
    """Returns a method's part of the document, and the totals of its branches.

    The totals are None if it isn't known what came before the branches.
    """
    # Counts are those of the whole method, because a branch of a selected loop is also on paths
    # that begin outside the loop.
    row = selected.whole.method_rows.row(method)
    notes = BranchNotes(selected.whole, method, sources, k=k)
    within = _blocks(selected, method)
    shown = [one for one in notes.notes if one.outcomes.block in within]
    blocks = {one.outcomes.block for one in shown if not one.is_handler}
    depending = [one for one in notes.dependences if one.branch.block in blocks]
    strongest = {(one.branch.block, one.given.block, one.iterations) for one in notes.strongest()}
    lines = {one.line for one in shown}
    places = selected.whole.code(method).places
    unmatched = [line for line in notes.unmatched_lines if line in lines]
    cost = costs.of_method(method)
    settled = settled_of(selected.whole, method, k, loops=notes.loops)
    told = ToldMethod(selected.whole.code(method), row, sources)
    by_iteration = [
        _numbered(one.numbered) for one in sorted(shown, key=_by_number) if one.numbered is not None
    ]
    is_decided = bool(depending or by_iteration)
    within_reach = [one for one in settled.branches if one.branch.block in within]
    totals = None
    if settled.basis.why_no_sequences is None:
        asked = [one.outcomes for one in shown if not one.is_handler]
        totals = decided_totals(asked, settled.branches)
    document = {
        **selected.whole.method_rows.identity(method),
        "completed": int(row["completed"]),
        "entries": known_entries(selected.whole, method),
        "bytecodes": cost,
        "share_of_all": cost / costs.total if costs.total else 0.0,
        "branches": [branch_document(one, places) for one in shown],
        "dependences": [dependence_document(one, selected.whole.code(method)) for one in depending],
        "strongest": [
            at
            for at, one in enumerate(depending)
            if (one.branch.block, one.given.block, one.iterations) in strongest
        ],
        "by_iteration": by_iteration,
        "by_several": [several_document(one) for one in notes.by_several(blocks)],
        "why_not_compared": None if is_decided else notes.why_not_compared(blocks),
        "compared_by_iteration": bool(by_iteration) or notes.is_compared_by_iteration(blocks),
        "repetitions": repetitions(selected.whole, method),
        "settled": settled_rows(within_reach, selected.whole.code(method), told, costs),
        "uncompleted": uncompleted(selected.whole, method),
        "settled_why_not": settled.basis.why_not,
        "settled_why_no_sequences": settled.basis.why_no_sequences,
        "unmatched_lines": unmatched,
        "unmatched_text": ", ".join(map(places.name, unmatched)),
        "unmatched_why": told.why_unmatched(unmatched),
    }
    return document, totals


def decided_document(found: Sequence[DecidedTotals | None]) -> dict[str, Any] | None:
    """Returns the sum of several methods' totals, or None if the sum has no executions.

    Methods without totals are counted only in ``of_methods``.
    """
    known = [one for one in found if one is not None]
    total = sum(known, start=DecidedTotals())
    if not total.executions:
        return None
    return {"methods": len(known), "of_methods": len(found), **asdict(total)}


def _blocks(selected: Selected, method: int) -> set[int]:
    code = selected.whole.code(method)
    if selected.loops is None:
        return set(range(len(code.offsets)))
    return {block for at in selected.loops[method] for block in code.loops[at].blocks}


def branch_document(note: BranchNote, places: Places) -> dict[str, Any]:
    """Returns a branch as the document has it (documents/branches.py)."""
    one = note.outcomes
    return {
        "block": one.block,
        "kind": "handler" if note.is_handler else _kind(one.decision.operator),
        "line": one.line,
        "place": places.phrase_if_known(one.line),
        "ordinal": one.ordinal,
        "question": note.question,
        "in_class_file": note.in_class_file,
        "label": note.label,
        "matched": note.is_matched,
        "count": one.total,
        "unknown": one.unknown,
        "outcomes": answers_of(note),
    }


def _kind(operator: str) -> str:
    return "switch" if operator == "switch" else "branch"


def _by_number(note: BranchNote) -> float:
    return 0.0 if note.numbered is None else -note.numbered.bits * note.numbered.count


def _numbered(one: ByIteration) -> dict[str, Any]:
    return {
        "block": one.branch.block,
        "loop_block": one.loop.header,
        "count": one.count,
        "table": [list(row) for row in one.table],
        "otherwise": list(one.otherwise),
        "bits": one.bits,
        "uncertainty": one.uncertainty,
        "explained": one.explained,
        "misses": one.misses,
        "misses_given": one.misses_given,
        "exact": one.is_exact,
    }


def several_document(one: Several) -> dict[str, Any]:
    """Returns an item of the document's key ``by_several`` (documents/branches.py)."""
    deciding, told = one.deciding, one.prediction
    return {
        "block": told.block,
        "count": told.total,
        "misses": told.histories[0].missed,
        "misses_single": one.misses_single,
        "iterations": None if deciding is None else deciding.iterations,
        "misses_given": None if deciding is None else deciding.missed,
        "whole": None if deciding is None else deciding.whole,
        "misses_whole": None if deciding is None else deciding.missed_whole,
        "seen": told.histories[-1].iterations,
        "cut_short": told.is_cut_short,
        "may_follow_itself": told.may_follow_itself,
        "hidden": told.hidden,
        "too_far": told.too_far,
    }


def dependence_document(one: Dependence, code: MethodCode) -> dict[str, Any]:
    """Returns a dependence as the document has it (documents/branches.py)."""
    return {
        "block": one.branch.block,
        "given": one.given.block,
        "iterations": one.iterations,
        "loop_block": None if one.loop is None else one.loop.header,
        "loop_place": None if one.loop is None else code.header_place(one.loop.header),
        "across": one.is_across,
        "complete": one.is_complete,
        "last": None
        if one.last is None
        else {
            "table": one.last.table.tolist(),
            "first": int(one.last.none.sum()),
            "unseen": int(one.last.unknown.sum()),
        },
        "unseen": one.unseen,
        "absent": one.absent,
        "count": one.count,
        "table": [list(row) for row in one.table],
        "bits": one.bits,
        "uncertainty": one.uncertainty,
        "explained": one.explained,
        "misses": one.misses,
        "misses_given": one.misses_given,
        "exact": one.is_exact,
    }

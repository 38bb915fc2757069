"""Makes the page's data about a method's branches: their outcomes, and what decides them."""

from collections.abc import Iterator, Sequence
from typing import Any

from kpath_jvm.analysis.branch_notes import BranchNote, BranchNotes
from kpath_jvm.analysis.by_iteration import ByIteration
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.dependence import Dependence, most_telling
from kpath_jvm.analysis.entered import known_entries
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.settled.found import settled_of
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.facts.branches import answers_of
from kpath_jvm.facts.settled import settled_rows
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.branch_words import (
    ABOUT_LABELS,
    MOST_PAIRS,
    SUCCESSIONS,
    as_last,
    by_number,
    by_several,
    conditional,
    is_succession,
    of_completed,
    outcome_told,
    pair_texts,
    shares_labels,
    unconditional,
)
from kpath_jvm.reports.branches_summary import (
    branch_document,
    dependence_document,
    several_document,
)
from kpath_jvm.reports.repeated_words import perhaps_repeated
from kpath_jvm.reports.settled_words import sentence

#: At most this many dependences of a branch are shown, or all of the most telling ones if these are
#: more.
_MOST_DEPENDENCES = 2


def branch_rows(
    profile: Profile,
    method: int,
    told: ToldMethod,
    whole: Profile,
    costs: Costs,
    k: int | None = None,
) -> list[dict[str, Any]]:
    """Returns a method's branches and switches in the order of the code, as plain values.

    ``profile`` may be only a part of ``whole``, and lack some of the method's paths. A sentence
    about a settled branch must hold for all executions, so it is made from ``whole``. ``costs`` are
    those of ``whole``. Sequences have at most ``k`` paths, by default the profile's k. An outcome's
    share is a fraction of the branch's executions in completed paths.
    """
    code = profile.code(method)
    notes = BranchNotes(profile, method, told=told, k=k)
    settled: dict[int, list[str]] = {}
    cut_off = uncompleted(whole, method)
    loops = notes.loops if whole is profile else None
    branches = settled_of(whole, method, k, loops=loops).branches
    repeated = perhaps_repeated(repetitions(whole, method), known_entries(whole, method))
    for row in settled_rows(branches, code, told, costs):
        settled.setdefault(row["block"], []).append(f"told nothing new: {sentence(row)}")
    asked = {note.outcomes.block for note in notes.notes if not note.is_handler}
    several = {one.prediction.block: several_document(one) for one in notes.by_several(asked)}
    found: dict[int, list[Dependence]] = {}
    for one in notes.dependences:
        found.setdefault(one.branch.block, []).append(one)
    return [
        {
            "block": note.outcomes.block,
            "line": note.line,
            "question": note.question,
            "in_class_file": note.in_class_file,
            "count": note.outcomes.total,
            "outcomes": _outcomes(note),
            "unknown": note.outcomes.unknown,
            "dependence": [
                *(
                    f"{_told(one, notes, note, code, cut_off)}{repeated}"
                    for one in _shown(found.get(note.outcomes.block, []))
                ),
                *(
                    [f"{by_several(several[note.outcomes.block])}{repeated}"]
                    if note.outcomes.block in several
                    else []
                ),
                *(
                    []
                    if note.numbered is None
                    else [f"{_by_number(note.numbered, note, cut_off)}{repeated}"]
                ),
                *_pairs(note, found.get(note.outcomes.block, []), code, repeated, cut_off),
                *settled.get(note.outcomes.block, ()),
            ],
        }
        for note in notes.notes
        if not note.is_handler
    ]


def _shown(dependences: list[Dependence]) -> list[Dependence]:
    """Returns the most telling dependences of a branch, and then the strongest other ones.

    If a branch seems to keep its outcome throughout each entry into its loop, only one of its
    dependences on itself is shown, because all of them show that the outcome is kept.
    """
    first = most_telling(dependences)
    is_kept = any(one.last is not None for one in first)
    others = [
        one
        for one in dependences
        if one.changes_something and not any(one is other for other in first)
    ]
    if is_kept:
        others = [one for one in others if one.last is None]
    return [*first, *others][: max(_MOST_DEPENDENCES, len(first))]


def _outcomes(note: BranchNote) -> list[dict[str, Any]]:
    """Returns the answers with their counts: yes before no, and the frequent ones first.

    The second rule concerns only switches.
    """
    return sorted(answers_of(note), key=lambda one: (one["answer"] == "no", -one["count"]))


def _by_number(one: ByIteration, note: BranchNote, cut_off: int | None) -> str:
    """Returns a text about how the branch went in the loop's first iterations, one by one.

    ``cut_off`` is the number of the method's paths that weren't completed; None if not known.
    """
    shown = _shown_outcome(note.answers, one.branch.counts)
    table, otherwise = [list(row) for row in one.table], list(one.otherwise)
    text = by_number(table, otherwise, shown).plain
    where = of_completed({"table": table, "otherwise": otherwise}, shown, cut_off)
    return f"{note.answers[shown]} {text}{where}"


def _told(
    one: Dependence, notes: BranchNotes, note: BranchNote, code: MethodCode, cut_off: int | None
) -> str:
    """Returns a dependence of a branch in the words of the verb ``branches``.

    ``cut_off`` is the number of the method's paths that weren't completed; None if not known.
    """
    # Both branches have notes, because BranchNotes omits dependences on branches without notes.
    given = notes.of_block(one.given.block)
    assert given is not None
    branch = branch_document(note, code.places)
    told = outcome_told(note.answers, one.table)
    other = branch if given is note else branch_document(given, code.places)
    document = as_last(dependence_document(one, code))
    text = conditional(document, branch, other, told).plain
    where = of_completed(document, told, cut_off)
    return f"{unconditional(document, branch, other, told)}: {text}{where}"


def _pairs(
    note: BranchNote,
    dependences: list[Dependence],
    code: MethodCode,
    repeated: str,
    cut_off: int | None,
) -> Iterator[str]:
    """Yields texts about a switch: what its labels are, and which outcome came after which."""
    if note.outcomes.decision.operator != "switch":
        return
    if shares_labels(answers_of(note)):
        yield ABOUT_LABELS
    for one in dependences:
        if is_succession(dependence_document(one, code)):
            pairs = pair_texts(one.table, note.answers, MOST_PAIRS, are_all_known=not cut_off)
            yield f"{SUCCESSIONS}: {'; '.join(pairs)}{repeated}"


def _shown_outcome(answers: Sequence[str], counts: Sequence[int]) -> int:
    """Returns the index of the outcome to show: "yes" if it's an answer, else the most frequent."""
    return answers.index("yes") if "yes" in answers else counts.index(max(counts))

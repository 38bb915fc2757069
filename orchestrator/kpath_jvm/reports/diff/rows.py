"""Makes the rows of a difference, which are changes as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

from kpath_jvm.analysis.diff.changes import (
    BranchChange,
    Change,
    LoopChange,
    MethodChange,
    MovedLoop,
    OutcomeShift,
    SequenceChange,
    Status,
    WorkChange,
)
from kpath_jvm.analysis.diff.cut_off import cut_off
from kpath_jvm.analysis.diff.figures import BoundedFigure, Figure
from kpath_jvm.analysis.diff.same_branches import decisions_of_one_side
from kpath_jvm.analysis.diff.sequences import is_in_both
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.singled_out import singled_out
from kpath_jvm.analysis.told import Told, ToldMethod
from kpath_jvm.facts.loops import conditions_of, loop_test
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.reports import lines
from kpath_jvm.source.annotation import SourceTexts


class Rows:
    """Makes the rows of a difference."""

    def __init__(
        self, base_sources: SourceTexts | None = None, sources: SourceTexts | None = None
    ) -> None:
        """Takes the sources of the base and of the new side, if there are any."""
        self._base_sources, self._sources = base_sources, sources
        self._told: dict[KnownMethod, ToldMethod] = {}
        self._names: dict[KnownMethod, dict[int, str]] = {}
        self._cut: dict[MethodPair, Figure | None] = {}
        self._own: dict[MethodPair, tuple[frozenset[int], frozenset[int]]] = {}

    def edited(self, change: MethodChange) -> dict[str, Any]:
        """Returns an edited method's row in the list of such methods."""
        pair = change.pair
        return {
            "title": pair.known.title,
            "base_title": _base_title(pair),
            "status": "gone" if pair.new is None else "new" if pair.base is None else "shifted",
            "code": pair.code,
            "ran": change.status,
            "bytecodes_per_entry": _per_entry(change),
        }

    def method(self, change: MethodChange) -> dict[str, Any]:
        """Returns a method's row."""
        return {
            **self._identity(change),
            "status": change.status,
            **_work(change),
            "entries": change.entries.plain(),
            "bytecodes_per_entry": _per_entry(change),
        }

    def loop(self, change: LoopChange) -> dict[str, Any]:
        """Returns a loop's row."""
        unrolled, has_other_test = change.unrolled, change.has_other_test
        base, new = (
            self._with_statement(change.pair, known, loop, is_always=has_other_test)
            for known, loop in ((change.pair.base, change.base), (change.pair.new, change.new))
        )
        return {
            **self._identity(change),
            "status": change.status,
            "base_loop": base,
            "new_loop": new,
            **_work(change),
            "entries": change.entries.plain(),
            "iterations": change.iterations.plain(),
            "mean_iterations": change.mean.plain(),
            "counted_alike": not has_other_test,
            "back_edges_per_entry": change.back_edges.bounded.plain(),
            "bytecodes_per_iteration": change.per_iteration.plain(change.has_iterations),
            "unrolled": None
            if unrolled is None
            else {"times": unrolled.times, "loop": _loop(change.pair.base, unrolled.loop)},
            "moved": _elsewhere(change, change.moved),
            "perhaps": _elsewhere(change, change.perhaps),
            "may_have_run": change.may_have_run,
        }

    def branch(self, change: BranchChange) -> dict[str, Any]:
        """Returns a branch's row. An outcome that the new side lacks has the base's answer."""
        base = self._told_branch(change.pair, change.pair.base, change.base)
        new = self._told_branch(change.pair, change.pair.new, change.new)
        one = next(iter((new or base).values()))
        was = next(iter(base.values()), None)
        before = None if was is None else was.question
        if before is not None and new and not change.is_asked_anew:
            before = one.question
        return {
            **self._identity(change),
            "status": change.status,
            "place": one.place,
            "ordinal": one.ordinal,
            "alone": one.is_alone,
            "question": one.question,
            "base_place": None
            if change.pair.base is None or change.base is None
            else _place(change.pair.base, change.base),
            "base_ordinal": None if was is None or was.is_alone else was.ordinal,
            "base_question": before,
            "share": change.share.plain(),
            "executions": change.executions.plain(),
            "missed": change.missed.plain(),
            "moved": float(change.moved),
            "moved_most": float(change.moved_most),
            "told": change.is_told,
            "exchanged": change.is_exchanged,
            "doubtful": change.is_doubtful,
            "may_have_run": change.may_have_run,
            "in_both": change.base is not None and change.new is not None,
            "outcomes": [
                {
                    "answer": _answers(new, shift.new) or _answers(base, shift.base),
                    "base_answer": _answers(base, shift.base) or None,
                    "told": shift.is_told,
                    "elsewhere": shift.leads_elsewhere,
                    "status": _status(shift),
                    "share": shift.share.plain(),
                    "times": shift.times.plain(),
                }
                for shift in change.outcomes
            ],
        }

    def _told_branch(
        self, pair: MethodPair, known: KnownMethod | None, branch: BranchOutcomes | None
    ) -> dict[int, Told]:
        """Returns one side's outcomes in words, by target; {} if that side lacks the branch."""
        if known is None or branch is None:
            return {}
        told = self._told_of(pair, known)
        return {outcome.target: told.outcome(outcome) for outcome in branch.outcomes}

    def sequence(self, change: SequenceChange) -> dict[str, Any]:
        """Returns a sequence's row, with paths of the side where the sequence's share is larger."""
        known = change.pair.base if change.of == "base" else change.pair.new
        assert known is not None, "a sequence of a method that isn't there"
        decoded = {path: known.code.decode(path) for path in dict.fromkeys(change.paths)}
        names = self._names_of(known)
        found = singled_out(
            known.code,
            self._told_of(change.pair, known),
            known.executed,
            None,
            decoded.values(),
            change.counted_with,
            is_change=True,
        )
        shared = [one.text for one in found.shared]
        other = change.pair.new if change.of == "base" else change.pair.base
        places = known.code.places
        named = [
            {
                "name": names[path],
                "path": path,
                "start": one.start,
                "begins": found.begins[path],
                "lines_text": places.names(one.lines),
                "decisions": self._with_own(change, known, path, found.own[path], shared),
                "other_decisions": self._own_of(change.pair, other, change.elsewhere.get(path, ())),
                "counted_with": len(change.counted_with.get(path, (path,))),
                "alike": found.alike[path],
            }
            for path, one in decoded.items()
        ]
        return {
            **self._identity(change),
            "status": change.status,
            "of": change.of,
            "may_have_run": change.may_have_run,
            "in_both": is_in_both(change),
            "paths": list(change.paths),
            "text": lines.folded([names[path] for path in change.paths]),
            "overlaps": _can_overlap(change.paths),
            "shared": shared,
            "named": sorted(named, key=lambda one: (len(str(one["name"])), str(one["name"]))),
            "count": change.count.plain(),
            "share_of_method": change.share.plain(),
        }

    def _with_own(
        self,
        change: SequenceChange,
        known: KnownMethod,
        path: int,
        brief: Sequence[Told],
        shared: Sequence[str],
    ) -> list[str]:
        """Returns the texts of ``brief``, and of decisions in code that only the path's side has.

        Without these decisions, the path might look like a path of the other side. Decisions that
        are in ``shared`` are left out.
        """
        texts = [it.text for it in brief]
        own = self._own_of(change.pair, known, change.counted_with.get(path, (path,)))
        return [*texts, *(text for text in own if text not in (*texts, *shared))]

    def _own_of(
        self, pair: MethodPair, known: KnownMethod | None, paths: Sequence[int]
    ) -> list[str]:
        """Returns the decisions that all ``paths`` make and that only their side's code has."""
        if known is None or not paths:
            return []
        if pair not in self._own:
            self._own[pair] = decisions_of_one_side(pair)
        own = self._own[pair][known is pair.new]
        if not own:
            return []
        told = self._told_of(pair, known)
        first, *others = (
            [it.text for it in told.path(known.code.decode(path)) if it.block in own]
            for path in paths
        )
        return [text for text in first if all(text in other for other in others)]

    def _identity(self, change: Change) -> dict[str, Any]:
        pair = change.pair
        known = pair.known
        return {
            "class": known.class_name,
            "method": known.name,
            "descriptor": known.descriptor,
            "title": known.title,
            "base_title": _base_title(pair),
            "moved_class": pair.is_moved,
            "renamed": pair.is_renamed,
            "is_sure": pair.unsure is None,
            "code": pair.code,
            "beside": pair.beside,
            "weight": change.weight,
            "worth": change.judged.verdict,
            "judged_by": change.judged_by and change.judged_by.partition(" ")[0],
            "p": change.judged.p,
            "cut_off": self._cut_off(pair),
        }

    def _cut_off(self, pair: MethodPair) -> dict[str, Any] | None:
        """Returns how many of a method's paths were cut off; None if a profile lacks that count."""
        if pair not in self._cut:
            self._cut[pair] = cut_off(pair)
        figure = self._cut[pair]
        return None if figure is None else figure.plain()

    def _with_statement(
        self, pair: MethodPair, known: KnownMethod | None, loop: int | None, *, is_always: bool
    ) -> dict[str, Any] | None:
        found = _loop(known, loop, is_always=is_always)
        if found is None or known is None or loop is None:
            return found
        sources = self._sources_of(pair, known)
        if sources is None:
            return found
        row, code = known.row, known.code
        statement = sources.loop_statement(
            row["class"], row["source"], row["name"], code, code.loops[loop], row["digest"]
        )
        return found | {"statement": None if statement is None else printable(statement)}

    def _sources_of(self, pair: MethodPair, known: KnownMethod) -> SourceTexts | None:
        """Returns the sources of a method's side.

        If that side has none, but both class files are equal, returns the other side's sources.
        """
        own, other = self._base_sources, self._sources
        if known is pair.new:
            own, other = other, own
        return other if own is None and pair.code == "same" else own

    def _told_of(self, pair: MethodPair, known: KnownMethod) -> ToldMethod:
        if known not in self._told:
            sources = self._sources_of(pair, known)
            self._told[known] = ToldMethod(known.code, known.row, sources)
        return self._told[known]

    def _names_of(self, known: KnownMethod) -> dict[int, str]:
        if known not in self._names:
            self._names[known] = names_of_paths(known.profile, known.method)
        return self._names[known]


def _ran(change: Change) -> tuple[bool, bool]:
    """Returns whether the thing that has changed ran in the base, and on the new side."""
    return change.status != "new", change.status != "gone"


def _per_entry(change: MethodChange) -> dict[str, Any]:
    """Returns the bytecodes per entry, without those of a side that counted only entries."""
    base, new = (
        ran and known is not None and not known.runs_of_entries_alone
        for ran, known in zip(_ran(change), (change.pair.base, change.pair.new), strict=True)
    )
    return change.per_entry.plain((base, new))


def with_bounds(figure: Figure, bounds: BoundedFigure | None) -> dict[str, Any]:
    """Returns a figure as plain values, with bounds; if it is exact, its values are the bounds."""
    if bounds is not None:
        return bounds.plain()
    exact = figure.plain()
    return exact | {"least": exact, "most": exact}


def _work(change: WorkChange) -> dict[str, Any]:
    part, of_edges = change.part, change.bounds
    share = bytecodes = bounds = None
    if of_edges is not None:
        share, bytecodes, bounds = of_edges.share, of_edges.bytecodes, of_edges.part
    elif part is not None:
        bounds = AmountBounds.exact(part)
    return {
        "share": with_bounds(change.share, share),
        "bytecodes": with_bounds(change.bytecodes, bytecodes),
        "change_of_base": part,
        "change_of_base_least": None if bounds is None or isinf(bounds.least) else bounds.least,
        "change_of_base_most": None if bounds is None or isinf(bounds.most) else bounds.most,
    }


def _can_overlap(paths: tuple[int, ...]) -> bool:
    """Returns whether a sequence begins and ends with the same paths, so that it can overlap."""
    return any(paths[shift:] == paths[:-shift] for shift in range(1, len(paths)))


def _answers(told: Mapping[int, Told], targets: Sequence[int]) -> str:
    """Returns the answers that lead to ``targets``. Together, these targets are one outcome."""
    return ", ".join(told[target].answer for target in targets)


def _status(shift: OutcomeShift) -> Status:
    if shift.base and shift.new:
        return "shifted"
    return "new" if shift.new else "gone"


def _base_title(pair: MethodPair) -> str | None:
    """Returns a method's former name; None if the name is the same or the base lacks the method."""
    if pair.base is None or not (pair.is_moved or pair.is_renamed or pair.is_numbered_otherwise):
        return None
    return _former(pair.base, pair.known)


def _former(base: KnownMethod, new: KnownMethod) -> str:
    is_other = method_title(*base.named) != method_title(*new.named)
    return base.title if is_other else f"{base.title} {printable(base.descriptor)}"


def _loop(
    known: KnownMethod | None, loop: int | None, *, is_always: bool = False
) -> dict[str, Any] | None:
    if known is None or loop is None:
        return None
    code, outer = known.code, known.code.loops[loop].parent
    test = loop_test(code, known.row, loop, is_always=is_always)
    tested = LoopNest(code, known.row).test(loop)
    asked = conditions_of(ToldMethod(code, known.row), code, tested)
    return {
        "number": loop,
        "header_place": _header_place(code, loop),
        "inside": None
        if outer < 0
        else {"number": outer, "header_place": _header_place(code, outer)},
        "statement": None,
        "asks": ", ".join(dict.fromkeys(question for question, _ in asked)) or None,
        "test": None if test is None else test.text,
        "test_without_lines": None if test is None else test.without_lines,
    }


def _header_place(code: MethodCode, loop: int) -> str | None:
    return code.header_place(code.loops[loop].header)


def _elsewhere(change: LoopChange, there: MovedLoop | None) -> dict[str, Any] | None:
    """Returns where a loop may be on the other side: the title of the method, and the loop."""
    if there is None:
        return None
    pair = there.pair
    known = pair.new if change.status == "gone" else pair.base
    assert known is not None, "a loop of a method that isn't there"
    return {"title": known.title, "loop": _loop(known, there.loop)}


def _place(known: KnownMethod, outcomes: BranchOutcomes) -> str | None:
    return known.code.places.phrase_if_known(outcomes.line)

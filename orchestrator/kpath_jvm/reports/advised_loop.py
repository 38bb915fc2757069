"""Makes the part about one loop in the document of the verb ``advise``."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from kpath_jvm.analysis.advice.arms import Arms
from kpath_jvm.analysis.advice.correlation import Context, Prediction
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.advice.peeling import BranchShift, Peeling
from kpath_jvm.analysis.advice.superblocks import Superblocks
from kpath_jvm.analysis.advice.traces import name_of_way
from kpath_jvm.analysis.advice.turns import TurningBranch
from kpath_jvm.analysis.advice.unrolling import Unrolling
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import SettledMethods
from kpath_jvm.analysis.steadiness import Steadiness
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.facts.loops import conditions_of, loop_header
from kpath_jvm.profile.code import Outcome
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import lines
from kpath_jvm.reports.advice_words import MOST_TOLD, advised, asked
from kpath_jvm.reports.described_paths import described_paths, told_apart
from kpath_jvm.reports.not_advised_words import not_advised
from kpath_jvm.source.annotation import SourceTexts


class AdvisedLoop:
    """Makes a loop's part of the document: the advice, and the evidence for the advice."""

    def __init__(
        self,
        profile: Profile,
        row: LoopRow,
        k: int,
        sources: SourceTexts | None,
        costs: Costs,
        settled: SettledMethods,
    ) -> None:
        self._profile = profile
        self._loop = row
        self._k = k
        self._code = profile.code(row.method)
        self._row = profile.method_rows.row(row.method)
        self._sources = sources
        self._told = ToldMethod(self._code, self._row, sources)
        self._names = names_of_paths(profile, row.method)
        calls = costs.of_calls.offsets(row.method)
        arms = Arms(self._code, self._row, calls, sources)
        self._advice = loop_advice(profile, row, k, arms, self._told.parts, costs.total)
        self._settled = settled
        self._used: set[int] = set()

    def document(self, work: int, *, with_tests: bool) -> dict[str, Any]:
        """Returns the advice and its evidence; ``work`` is the whole profile's bytecode count.

        Nothing is advised about the loop's test, so it is left out unless ``with_tests`` is set.
        """
        advice = self._advice
        others = advice.uncompleted
        repeated = repetitions(self._profile, self._loop.method)
        evidence = {
            "unrolling": self._unrolling(advice.unrolling, advice.turns, work),
            "peeling": self._peeling(advice.peeling),
            "unswitching": [self._steadiness(one) for one in advice.unswitching],
            "histories": [self._prediction(one) for one in advice.correlation],
            "tests": [self._test(one) for one in advice.tests()] if with_tests else [],
            "superblocks": self._superblocks(advice.superblocks),
        }
        return {
            **self._profile.method_rows.identity(self._loop.method),
            "loop": self._place(),
            "number": self._loop.loop,
            "cost": self._loop.cost,
            "share_of_all": self._loop.cost / work,
            "entries": self._loop.entries,
            "iterations": self._loop.iterations,
            "entries_most": self._loop.entries_most,
            "iterations_most": self._loop.iterations_most,
            "mean_iterations": self._loop.mean_iterations,
            "mean_least": self._loop.mean_least,
            "mean_most": self._loop.mean_most,
            "iterations_per_entry": iterations_document(self._loop.per_entry),
            "missing": self._loop.missing,
            "uncompleted": others,
            "ways": len(advice.traces.all),
            "ways_within_inner": self._within_inner(),
            "repetitions": repeated,
            "code_size": {
                "method": advice.size.method,
                "loop": advice.size.body,
                "compiled": advice.size.compiled,
                "inlined": advice.size.inlined,
            },
            "advice": advised(evidence, others, repeated, advice.size),
            "not_advised": not_advised(advice, evidence, self._k),
            **evidence,
            "paths": self._paths(),
        }

    def _place(self) -> dict[str, Any]:
        loop = self._code.loops[self._loop.loop]
        return loop_header(self._profile, self._loop.method, loop, self._sources)

    def _paths(self) -> list[dict[str, Any]]:
        ways = {self._advice.traces.all[way].path: way for way in sorted(self._used)}
        decoded = [self._code.decode(path) for path in ways]
        found = described_paths(
            self._code, self._row, self._told, self._names, decoded, self._sources
        )
        # Each path stands for a way through the loop, so only decisions and lines in the loop are
        # shown.
        loop = self._code.loops[self._loop.loop]
        inside = {line for block in loop.blocks for line in self._code.lines.of_block(block)}
        whole = {one.path: self._told.path(one) for one in decoded}
        exits = self._told_exits()
        for path, apart in self._told.apart(decoded).items():
            begins = [one for one in apart if one not in whole[path]]
            told = [one for one in whole[path] if one in apart or one.block in exits]
            shown = [one for one in (*begins, *told) if one.block in loop.blocks]
            found[path] |= told_apart(self._code, self._told, shown)
            source = found[path]["source"]
            if source is not None:
                found[path]["source"] = [it for it in source if it["line"] in inside]
        for one in decoded:
            own = [line for line in one.lines if line in inside]
            is_all = len(own) == len(one.lines)
            found[one.path]["inside_text"] = None if is_all else self._code.places.names(own)
        return [
            {"way": name_of_way(way), "letters": self._letters(way), **found[path]}
            for path, way in ways.items()
        ]

    def _letters(self, way: int) -> list[str]:
        """Returns the names of all paths that go a way through the loop, shortest names first."""
        traces = self._advice.traces
        paths = traces.numbers[traces.traces == way].tolist()
        return sorted((self._names[path] for path in paths), key=lambda name: (len(name), name))

    def _within_inner(self) -> list[str]:
        """Returns the ways that run through no block of the loop but those of inner loops."""
        own = LoopNest(self._code, self._row).innermost == self._loop.loop
        ways = enumerate(self._advice.traces.all)
        return [name_of_way(way) for way, one in ways if not own[list(one.blocks)].any()]

    def _told_exits(self) -> set[int]:
        """Returns the blocks at which iterations leave a superblock's hottest way.

        The text of the superblock names these blocks, so their decisions are shown even if all
        shown ways have the same outcome there.
        """
        found = self._advice.superblocks
        if not found.is_worth_it:
            return set()
        return {one.block for one in found.side_exits[:MOST_TOLD]}

    def _unrolling(
        self, found: Unrolling, turns: Iterable[TurningBranch], work: int
    ) -> dict[str, Any]:
        return {
            "advised": found.is_worth_it,
            "period": found.period,
            "factors": list(found.factors),
            "written_out": found.is_written_out,
            "too_large_written_out": found.is_too_large_written_out,
            "steady_iterations": found.steady_trips,
            "steady_at_top": found.steady_at_top,
            "top": self._top(),
            "most_iterations": found.most_trips,
            "last_exits": [
                {**self._exit(one.block, one.target), "count": one.count}
                for one in found.last_exits
            ],
            "left_at_test": found.left_at_test,
            "unseen_exits": found.unseen,
            "test_bytecodes": found.test_bytecodes,
            "test_share": found.test_bytecodes / work if work else 0.0,
            "entries_by_iterations": list(found.trips),
            "entries": found.entries,
            "whole_share": found.whole,
            "repeats": [
                {"distance": distance, "same": same, "count": count}
                for distance, (same, count) in enumerate(found.repeats, 1)
            ],
            "turns": [self._turns(one) for one in turns],
            "windows": [
                {
                    "factor": one.factor,
                    "count": one.count,
                    "sequences": one.sequences,
                    **self._sequence(one.best),
                    "share": one.share,
                    "aligned_share": one.aligned_share,
                    "first": self._way(one.best[0]),
                    "begun": one.begun,
                    "completed_once_begun": one.completed_once_begun,
                    "part_of_it": {"low": one.part_of_it[0], "high": one.part_of_it[1]},
                    "completed": one.completed,
                    "iterations": one.iterations,
                    "for_90": one.for_90,
                    "in_groups": None
                    if one.in_groups is None
                    else {"low": one.in_groups[0], "high": one.in_groups[1]},
                }
                for one in found.windows
            ],
        }

    def _top(self) -> str | None:
        """Names the conditions at the loop's top if the loop has no loop test.

        Returns None if there are no such conditions.
        """
        blocks = LoopNest(self._code, self._row).leading_conditions(self._loop.loop)
        named = conditions_of(self._told, self._code, blocks)
        return ", ".join(dict.fromkeys(text for text, _ in named)) or None

    def _turns(self, one: TurningBranch) -> dict[str, Any]:
        branch = self._branch(one.block, one.targets)
        return {
            **branch,
            "pattern": [None if at < 0 else branch["answers"][at] for at in one.pattern],
            "begun": one.begun,
            "entries": one.entries,
            "broken": one.broken,
            "unasked_first": one.unasked_first,
            "pairs": one.pairs,
        }

    def _peeling(self, found: Peeling) -> dict[str, Any]:
        return {
            "advised": found.is_worth_it,
            "first": found.entries,
            "later": found.later,
            "distance": found.distance,
            "first_best": self._way(found.first_best) if found.entries else None,
            "first_share": found.first_share,
            "later_best": self._way(found.later_best) if found.later else None,
            "later_share": found.later_share,
            "branches": self._shifts(found),
        }

    def _shifts(self, found: Peeling) -> list[dict[str, Any]]:
        advised = {one.block for one in found.decided} if found.is_worth_it else set[int]()
        unjudged = {one.block for one in found.unjudged}
        return [
            self._shift(one, is_advised=one.block in advised, is_known=one.block not in unjudged)
            for one in found.branches
        ]

    def _shift(self, one: BranchShift, *, is_advised: bool, is_known: bool) -> dict[str, Any]:
        return {
            **self._branch(one.block, one.targets),
            "advised": is_advised,
            "first": list(one.first),
            "later": list(one.later),
            "known": is_known,
            "unknown": sum(one.unknown),
            "missed_together": one.missed_together,
            "missed_apart": one.missed_apart,
        }

    def _steadiness(self, one: Steadiness) -> dict[str, Any]:
        return {
            **self._branch(one.block, one.targets),
            "advised": one.is_worth_it,
            "steady": one.is_steady,
            "assigned": one.is_assigned,
            "known": one.is_known,
            "executions": one.executions,
            "pairs": [list(row) for row in one.pairs],
            "changed": one.changed,
            "firsts": one.firsts,
            "unknown": one.unknown,
        }

    def _prediction(self, one: Prediction) -> dict[str, Any]:
        branch = self._branch(one.block, one.targets)
        numbers = one.by_number
        decided_by = self._decided_by(one)
        return {
            **branch,
            "advised": one.is_worth_it and decided_by is None,
            "executions": list(one.executions),
            "unknown": one.unknown,
            "deciding": None if one.deciding is None else one.deciding.iterations,
            "random": one.is_random,
            "calls": one.calls,
            "may_follow_itself": one.may_follow_itself,
            "lacks_history": one.lacks_history,
            "decided_by": decided_by,
            "goes_by_number": one.goes_by_number and numbers is not None,
            "number_tells_all": one.goes_by_number,
            "goes_by_first": one.goes_by_first,
            "missed_by_first": one.missed_by_first,
            "missed_by_number": one.missed_by_number,
            "by_iteration": None
            if one.numbered is None
            else [list(counts) for counts in one.numbered],
            "beyond": list(one.beyond),
            "by_number": None
            if numbers is None
            else [None if at is None else branch["answers"][at] for at in numbers],
            "later": None if one.later is None else branch["answers"][one.later],
            "histories": [
                {
                    "iterations": it.iterations,
                    "missed": it.missed,
                    "share": it.missed / one.total,
                    "contexts": it.contexts,
                    "tells": it.tells,
                    "whole": it.whole,
                    "missed_whole": it.missed_whole,
                }
                for it in one.histories
            ],
            "cut_off": one.cut_off,
            "hidden": one.hidden,
            "too_far": one.too_far,
            "contexts": [self._context(it) for it in one.contexts],
            "all_contexts": one.all_contexts,
            "sure": [self._context(it) for it in one.sure],
        }

    def _test(self, one: Prediction) -> dict[str, Any]:
        """Returns how well a branch of the loop's test is predicted, without any advice."""
        without = replace(one, contexts=(), all_contexts=0, sure=())
        return {**self._prediction(without), "advised": False}

    def _decided_by(self, one: Prediction) -> str | None:
        """Names the earlier branch of the iteration that decided all executions of this branch.

        Returns None if no branch did, or if histories are known to tell nothing that helps.
        """
        if not (one.is_worth_it or one.lacks_history or one.may_follow_itself):
            return None
        found = self._redundant.get(one.block)
        return None if found is None else asked(self._branch(found.block, found.targets))

    @cached_property
    def _redundant(self) -> dict[int, BranchOutcomes]:
        """Maps a branch's block to the branch that always decided it earlier in the iteration."""
        settled = self._settled.of(self._loop.method).branches
        return {
            one.branch.block: one.given
            for one in settled
            if isinstance(one, Foretold) and not one.iterations and one.count == one.branch.total
        }

    def _context(self, one: Context) -> dict[str, Any]:
        return {**self._sequence(one.traces), "is_all": one.is_all, "counts": list(one.counts)}

    def _superblocks(self, found: Superblocks) -> dict[str, Any]:
        return {
            "advised": found.is_worth_it,
            "cost": found.cost,
            "hottest": [
                {
                    "name": self._way(trace),
                    "path": self._advice.traces.all[trace].path,
                    "cost": cost,
                    "covered": found.covered(place),
                }
                for place, (trace, cost) in enumerate(
                    zip(found.traces, found.costs, strict=True), 1
                )
            ],
            "begun": found.begun,
            "finished": found.finished,
            "parting": found.parting,
            "at_end": found.at_end,
            "divided_cost": found.divided_cost,
            "begins_iterations": found.is_whole,
            "side_exits": [
                {**self._exit(one.block, one.target), "count": one.count}
                for one in found.side_exits
            ],
        }

    def _way(self, trace: int) -> str:
        """Returns a way's name, and marks the way as used, so that the document describes it.

        ``trace`` is the way's position in ``traces.all`` of the advice.
        """
        self._used.add(trace)
        return name_of_way(trace)

    def _sequence(self, traces: Iterable[int]) -> dict[str, Any]:
        traces = tuple(traces)
        return {
            "text": lines.folded([self._way(trace) for trace in traces]),
            "paths": [self._advice.traces.all[trace].path for trace in traces],
        }

    def _branch(self, block: int, targets: Iterable[int]) -> dict[str, Any]:
        decision, targets = self._code.deciding[block], tuple(targets)
        inside = self._code.loops[self._loop.loop].blocks
        told = [self._told.outcome(Outcome(decision, target)) for target in targets]
        return {
            "block": block,
            "line": told[0].line,
            "place": told[0].place,
            "ordinal": told[0].ordinal,
            "question": told[0].question,
            "matched": told[0].is_matched,
            "answers": [one.answer for one in told],
            "leaves": any(target not in inside for target in targets),
        }

    def _exit(self, block: int, target: int | None) -> dict[str, Any]:
        decision = self._code.deciding.get(block)
        if decision is None or target is None:
            line = self._code.header_line(block)
            place = self._code.places.phrase_if_known(line)
            return {"block": block, "line": line, "place": place, "text": None}
        told = self._told.outcome(Outcome(decision, target))
        text = told.text if told.question else None
        return {"block": block, "line": told.line, "place": told.place, "text": text}

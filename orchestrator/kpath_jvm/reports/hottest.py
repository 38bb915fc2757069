"""Finds the hottest loops, methods, paths and sequences of a profile, as plain data."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.cut_off_work import AllCutOffWork
from kpath_jvm.analysis.hot_loops import costliest, rows_at, shown_loops
from kpath_jvm.analysis.hot_sequences import HotSequence, hot_sequences, largest
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.of_edges.path_windows import is_windowed
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths, executed_paths
from kpath_jvm.analysis.of_loops.loop_costs import LoopCosts, loop_costs
from kpath_jvm.analysis.sampled.bootstrap import ShareInterval
from kpath_jvm.analysis.sampled.shares import SampledShares
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import counts_uncompleted
from kpath_jvm.facts.coverage import coverage_document, lengths_document
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.facts.loops import (
    back_edges_document,
    commoner_document,
    cut_off_document,
    loop_header,
    next_iteration_document,
    period_document,
    trips_document,
)
from kpath_jvm.facts.methods import MethodFacts
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.forest import IndexArray, Int64Array
from kpath_jvm.profile.metadata import EDGES_MODE, Loop
from kpath_jvm.reports import lines
from kpath_jvm.reports.described_paths import described_paths
from kpath_jvm.reports.told_sequences import told_sequence_paths
from kpath_jvm.shown import ORDER, Order
from kpath_jvm.source.annotation import SourceTexts

_OF_METHODS = (
    "method", "bytecodes", "bytecodes_exact", "bytecodes_entered", "bytecodes_cut_off", "completed",
    "share", "entries", "abandoned", "unfinished", "undecided", "paths_executed", "possible_paths",
    "irreducible", "cuts", "mode", "since_millis",
)  # fmt: skip

#: At most this many loops are named: those in which cut-off paths may have executed the most
#: bytecodes.
_MOST_CUT_OFF = 3


class Hottest:
    """Ranks the loops, methods, paths and sequences of a selection.

    A share "of all" refers to the bytecodes that recorded code executed in the whole profile, and a
    share "of shown" to those in the selection.
    """

    def __init__(
        self,
        selected: Selected,
        k: int,
        top: int,
        sources: SourceTexts | None = None,
        order: Order = ORDER,
        times: TimeShares | None = None,
    ) -> None:
        """Takes the selection; ``times`` must be given if, and only if, the order is by time."""
        self._selected = selected
        self._profile = selected.profile
        self._whole = selected.whole
        self._k = k
        self._top = top
        self._sources = sources
        self._order = order
        self._times = times
        self._methods = self._profile.method_rows
        #: The costs of the whole profile.
        self.costs = Costs(self._whole)
        self._shown_costs = self.costs if selected.is_all else Costs(self._profile)
        self._method_facts = MethodFacts(self._profile, self.costs)
        self._told: dict[int, ToldMethod] = {}
        self._names: dict[int, dict[int, str]] = {}
        self._executed: dict[int, ExecutedPaths] = {}
        self._loop_rows: dict[int, LoopRow] = {}
        is_sampled = self._whole.run.sampling is not None
        self._sampled = SampledShares(self._whole) if is_sampled else None

    def title(self, method: int) -> str:
        """Returns the method's name and parameters, safe to show."""
        return self._whole.method_rows.title(method)

    def work(self) -> dict[str, Any]:
        """Returns the bytecodes of the whole profile, the selection and the selected loops."""
        ran = self.loops_shown
        return {
            "bytecodes": self.costs.total,
            "bytecodes_shown": self._shown_costs.total,
            "loops": len(ran),
            "methods": len(self._methods_that_ran),
            "paths": self._profile.table("paths").num_rows,
            "bytecodes_in_loops": int(self._loop_costs.costs[ran].sum()),
            "bytecodes_exact": self.costs.exact_total,
            "bytecodes_entered": self.costs.entered_total,
            "whole_run": self._whole_run(),
        }

    def _whole_run(self) -> dict[str, Any]:
        """Returns the bytecodes of methods whose edges were counted, beside path windows."""
        rows = self._whole.method_rows
        numbers = rows.numbers[(rows.texts("mode") == EDGES_MODE) & is_windowed(self._whole)]
        return {
            "methods": int((self.costs.of_methods[numbers] > 0).sum()),
            "bytecodes": int(self.costs.of_methods[numbers].sum()),
            "bytecodes_exact": int(self.costs.exact_of_methods[numbers].sum()),
            "bytecodes_entered": int(self.costs.entered_of_methods[numbers].sum()),
        }

    def cut_off(self) -> dict[str, Any] | None:
        """Returns upper bounds of what the whole profile's cut-off paths did; None if not known.

        The result names the selected loops in which these paths may have executed the most
        bytecodes.
        """
        if not counts_uncompleted(self._whole):
            return None
        found, costs = AllCutOffWork(self._whole), self._loop_costs
        pairs = zip(costs.methods.tolist(), costs.numbers.tolist(), strict=True)
        counted = dict(zip(pairs, costs.costs.tolist(), strict=True))
        shown = [it for it in found.by_loop if self._selected.has_loop(it.method, it.loop)]
        return {
            "paths": found.total.paths,
            "bytecodes": found.total.bytecodes,
            "loops": [
                {
                    "title": self.title(one.method),
                    "number": one.loop,
                    "place": self._place_of_loop(one.method, one.loop),
                    "paths": one.work.paths,
                    "bytecodes": one.work.bytecodes,
                    "counted": counted[one.method, one.loop],
                }
                for one in shown[:_MOST_CUT_OFF]
            ],
        }

    def _place_of_loop(self, method: int, loop: int) -> str | None:
        code = self._whole.code(method)
        return code.header_place(code.loops[loop].header)

    @cached_property
    def _loop_costs(self) -> LoopCosts:
        return loop_costs(self._whole)

    @cached_property
    def loops_shown(self) -> IndexArray:
        """The rows of the selected loops that ran, in the table ``loops``."""
        return shown_loops(self._selected, self._loop_costs)

    def loops(self) -> list[dict[str, Any]]:
        """Returns the hottest loops: by bytecodes, by executions of their headers, or by time."""
        found, shown = self._loop_costs, self.loops_shown
        heat = found.visits if self._order == "count" else found.costs
        if self._times is None:
            return self.loops_at(shown[largest(heat[shown], self._top)])
        pairs = zip(found.methods[shown].tolist(), found.numbers[shown].tolist(), strict=True)
        samples = self._times.of_loops(pairs)
        order = _by_samples(samples, heat[shown], self._top)
        rows = self.loops_at(shown[order])
        return self._with_time(rows, [samples[place] for place in order.tolist()])

    def _with_time(self, rows: list[dict[str, Any]], samples: list[int]) -> list[dict[str, Any]]:
        """Adds to each row its share of the samples in recorded code, and of all samples.

        ``samples`` has the number of samples of each row. A sample is in recorded code if it is in
        a method whose bytecodes are counted.
        """
        assert self._times is not None, "shares of time are shown only in the order by time"
        return [
            {
                **row,
                "share_of_time": own / self._times.counted,
                "share_of_all_time": own / self._times.total,
            }
            for row, own in zip(rows, samples, strict=True)
        ]

    def loops_at(self, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the loops in the rows ``places`` of the table ``loops``, in the given order."""
        return [self._loop_row(row) for row in self._rows_at(places)]

    def costliest_loops(self, most: int) -> list[LoopRow]:
        """Returns the selected loops with the most bytecodes, at most ``most`` of them.

        These loops are ordered by bytecodes, even if ``loops`` has another order.
        """
        return self._rows_at(costliest(self._loop_costs, self.loops_shown, most))

    def _rows_at(self, places: IndexArray) -> list[LoopRow]:
        """Returns the loops in some rows of the table ``loops``; each is computed only once."""
        wanted = places.tolist()
        new = np.array([one for one in wanted if one not in self._loop_rows], dtype=places.dtype)
        rows = rows_at(self._whole, self._loop_costs, new, self._k)
        self._loop_rows |= zip(new.tolist(), rows, strict=True)
        return [self._loop_rows[one] for one in wanted]

    def sequences(self) -> list[dict[str, Any]]:
        """Returns the hottest sequences of at least two paths (see hot_sequences.py)."""
        return [row for _, row in self.sequences_by_method()]

    def sequences_by_method(self) -> list[tuple[int, dict[str, Any]]]:
        """Returns the rows of ``sequences``, each with the number of its method."""
        forest = self._profile.forest.truncated(self._k)
        found = hot_sequences(forest, self._top)
        return [(one.method, self._sequence(one)) for one in found]

    def methods(self) -> list[dict[str, Any]]:
        """Returns the hottest methods: by bytecodes, by path completions, or by time.

        In the order by completions, a method whose edges were counted is ranked by its entries.
        """
        rows = [
            {
                **self._identity(row["method"]),
                "bytecodes": row["bytecodes"],
                "bytecodes_exact": row["bytecodes_exact"],
                "bytecodes_entered": row["bytecodes_entered"],
                "bytecodes_cut_off": row["bytecodes_cut_off"],
                "completed": row["completed"],
                "share_of_all": row["share"],
                "share_of_shown": self._share_of_shown(self._shown_costs.of_method(row["method"])),
                "entries": row["entries"],
                "abandoned": row["abandoned"],
                "unfinished": row["unfinished"],
                "undecided": row["undecided"],
                "paths_executed": row["paths_executed"],
                "paths_possible": row["possible_paths"],
                "irreducible": row["irreducible"],
                "cuts": len(row["cuts"]),
                "mode": row["mode"],
                "since_millis": row["since_millis"],
            }
            for row in self._method_facts.rows(self._hottest_methods, *_OF_METHODS)
        ]
        if self._times is None:
            return rows
        return self._with_time(rows, self._times.of_methods(self.method_numbers))

    @property
    def method_numbers(self) -> list[int]:
        """The numbers of the methods that ``methods`` returns."""
        return self._methods.numbers[self._hottest_methods].tolist()

    @cached_property
    def _methods_that_ran(self) -> IndexArray:
        """The rows of the table ``methods`` whose methods completed paths or executed bytecodes."""
        is_completed = self._methods.column("completed") > 0
        return np.flatnonzero(is_completed | (self._method_facts.bytecodes > 0))

    @cached_property
    def _hottest_methods(self) -> IndexArray:
        """The rows of the hottest methods in the table ``methods``."""
        methods, facts = self._methods, self._method_facts
        completed = methods.column("completed")
        places = self._methods_that_ran
        counts = np.where(completed > 0, completed, methods.column("entries"))
        heat = counts if self._order == "count" else facts.bytecodes
        if self._times is None:
            return places[largest(heat[places], self._top)]
        samples = self._times.of_methods(methods.numbers[places].tolist())
        return places[_by_samples(samples, heat[places], self._top)]

    def paths(self) -> list[dict[str, Any]]:
        """Returns the hottest paths, by bytecodes or by completions, with what tells them apart."""
        table = self._profile.table("paths")
        counts: Int64Array = table.column("count").to_numpy()
        costs = self._shown_costs.of_rows
        # Samples can't tell paths apart, so paths are never ordered by time.
        hottest = largest(counts if self._order == "count" else costs, self._top)
        owners = table.column("method").to_numpy()[hottest].tolist()
        numbers = table.column("path").to_numpy()[hottest].tolist()
        by_method: dict[int, list[DecodedPath]] = {}
        for method, path in zip(owners, numbers, strict=True):
            by_method.setdefault(method, []).append(self._profile.decode(method, path))
        told = {method: self._paths(method, paths) for method, paths in by_method.items()}
        return [
            {
                **self._identity(method),
                **told[method][path],
                "count": int(counts[row]),
                "bytecodes": int(costs[row]),
                "share_of_method": int(costs[row]) / self.costs.of_method(method),
                "share_of_all": self._share_of_all(int(costs[row])),
                "share_of_shown": self._share_of_shown(int(costs[row])),
            }
            for row, method, path in zip(hottest.tolist(), owners, numbers, strict=True)
        ]

    def coverage(self) -> dict[str, Any] | None:
        """Returns how few of the selected paths make up most completions, and most bytecodes."""
        counts: Int64Array = self._profile.table("paths").column("count").to_numpy()
        return coverage_document(self._whole, counts, self._shown_costs.of_rows)

    def by_length(self, tops: Sequence[int]) -> dict[str, Any] | None:
        """Returns what the hottest sequences cover, for each limit of length and each of ``tops``.

        See ``lengths_document``.
        """
        return lengths_document(self._profile, tops, self._k, self._shown_costs, self._whole)

    def _share_of_all(self, cost: int) -> float:
        return cost / self.costs.total if self.costs.total else 0.0

    def _share_of_shown(self, cost: int) -> float:
        return cost / self._shown_costs.total if self._shown_costs.total else 0.0

    def _identity(self, method: int) -> dict[str, Any]:
        return self._whole.method_rows.identity(method)

    def _paths(self, method: int, paths: Iterable[DecodedPath]) -> dict[int, dict[str, Any]]:
        """Returns each path's name, lines and decisions, by the path's number."""
        code, row = self._profile.code(method), self._methods.row(method)
        told, names = self._told_of(method), self._names_of(method)
        return described_paths(code, row, told, names, list(paths), self._sources)

    def _told_of(self, method: int) -> ToldMethod:
        if method not in self._told:
            code, row = self._profile.code(method), self._methods.row(method)
            self._told[method] = ToldMethod(code, row, self._sources)
        return self._told[method]

    def _executed_of(self, method: int) -> ExecutedPaths:
        if method not in self._executed:
            # A path is compared with all paths that ran, even with those outside the selection.
            self._executed[method] = executed_paths(self._whole, method)
        return self._executed[method]

    def _names_of(self, method: int) -> dict[int, str]:
        """Returns the names of a method's completed paths; the most frequent path comes first."""
        if method not in self._names:
            # A path has the same name in the whole profile and in each part.
            self._names[method] = names_of_paths(self._whole, method)
        return self._names[method]

    def _loop_row(self, row: LoopRow) -> dict[str, Any]:
        code = self._whole.code(row.method)
        sequence = None
        if row.sequence is not None:
            sequence = self._told_sequence(row.sequence, code.loops[row.loop])
            sequence["share_of_loop"] = row.sequence.covered / row.completions
            sequence["commoner"] = self._commoner(row)
            sequence |= self._of_sequence(row, row.sequence)
        return {
            **self._identity(row.method),
            "loop": loop_header(self._whole, row.method, code.loops[row.loop], self._sources),
            "number": row.loop,
            "depth": row.depth,
            "bytecodes": row.cost,
            "bytecodes_exact": row.exact_cost,
            "bytecodes_entered": row.entered_cost,
            "whole_bytecodes": row.whole_cost,
            **cut_off_document(row),
            "share_of_all": self._share_of_all(row.cost),
            "share_of_shown": self._share_of_shown(row.cost),
            **self._of_loop(row),
            **trips_document(row),
            **back_edges_document(self._whole, row, self._sources),
            "iterations_per_entry": iterations_document(row.per_entry),
            "completions": row.completions,
            "sequence": sequence,
            "next_iteration": next_iteration_document(row.next_iteration),
            **period_document(row),
        }

    def _commoner(self, row: LoopRow) -> dict[str, Any] | None:
        """Returns the path that has more completions than the sequence can cover, or None."""
        found = commoner_document(row, self._names_of(row.method))
        if found is None:
            return None
        code = self._profile.code(row.method)
        told = self._told_paths(row.method, code.loops[row.loop], [code.decode(found["path"])])
        return found | {"told": told["named"][0]}

    def _of_loop(self, row: LoopRow) -> dict[str, Any]:
        """Returns the bounds of the loop's share of all bytecodes, if the profile is sampled."""
        if self._sampled is None:
            return {}
        return {"interval": _bounds(self._sampled.of_loop(row.method, row.loop))}

    def _of_sequence(self, row: LoopRow, found: HotSequence) -> dict[str, Any]:
        """Returns the bounds of a sequence's share of its loop, if the profile is sampled."""
        if self._sampled is None:
            return {}
        own = self._sampled.of_sequence(row.method, row.loop, found.paths, found.period)
        return {"interval": _bounds(own)}

    def _told_sequence(self, found: HotSequence, loop: Loop | None) -> dict[str, Any]:
        """Returns a sequence, and what tells its paths from the other paths through ``loop``."""
        method, code = found.method, self._profile.code(found.method)
        decoded = {path: code.decode(path) for path in dict.fromkeys(found.paths)}
        names = self._names_of(method)
        # A path that begins at a cut edge goes on with the iteration of the path before it.
        iterations = 1 + sum(decoded[path].start != "cut" for path in found.paths[1:])
        return {
            "paths": list(found.paths),
            "iterations": iterations,
            "count": found.count,
            "period": found.period,
            "covered": found.covered,
            "lines": [list(decoded[path].lines) for path in found.paths],
            "text": lines.rounds([names[path] for path in found.paths], found.period),
            **self._told_paths(method, loop, decoded.values()),
        }

    def _told_paths(
        self, method: int, loop: Loop | None, paths: Collection[DecodedPath]
    ) -> dict[str, Any]:
        return told_sequence_paths(
            self._profile.code(method),
            self._methods.row(method),
            self._told_of(method),
            self._names_of(method),
            self._executed_of(method),
            loop,
            paths,
            self._sources,
        )

    def _sequence(self, found: HotSequence) -> dict[str, Any]:
        code = self._profile.code(found.method)
        following = [code.decode(path) for path in found.paths[1:]]
        headers = [path.blocks[0] for path in following if path.start == "loop"]
        loop = code.loop_around(headers)
        return {
            **self._identity(found.method),
            **self._told_sequence(found, loop),
            "loop": None
            if loop is None
            else loop_header(self._profile, found.method, loop, self._sources),
        }


def _by_samples(samples: list[int], costs: Int64Array, count: int) -> IndexArray:
    """Returns the ``count`` indices with the most samples, ordered by samples and then by cost."""
    order: IndexArray = np.lexsort((-costs, -np.array(samples, dtype=np.int64)))
    return order[:count]


def _bounds(interval: ShareInterval | None) -> dict[str, float] | None:
    return None if interval is None else {"low": interval.low, "high": interval.high}

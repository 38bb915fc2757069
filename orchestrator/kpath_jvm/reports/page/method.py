"""Makes the page's data about one method."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.flow import Flow, Terminal, flow
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.facts.coverage import coverage_document
from kpath_jvm.facts.paths import path_table
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.completed_words import of_which
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.coverage_words import coverage_text
from kpath_jvm.reports.output import as_sentence
from kpath_jvm.reports.page import forest as page_forest
from kpath_jvm.reports.page.branches import branch_rows
from kpath_jvm.reports.page.callers import PageCallers
from kpath_jvm.reports.page.extended import extended_document
from kpath_jvm.reports.page.iterations import iteration_documents
from kpath_jvm.reports.page.loops import loop_documents
from kpath_jvm.reports.page.rows import source_rows
from kpath_jvm.reports.page.times import PageTimes
from kpath_jvm.reports.pictures import bounds
from kpath_jvm.reports.tree_summary import tells_ends
from kpath_jvm.source.annotation import SourceTexts

#: At most TOLD paths of a method are described by their decisions. The page has the blocks of at
#: most DECODED paths.
TOLD, DECODED = 40, 2000


@dataclass(frozen=True)
class MethodPages:
    """Makes the methods' parts of the page.

    ``profile`` is the profile as the page shows it, merged and filtered. Paths have the names that
    they have in ``whole``, and ``costs`` are those of ``whole``. ``extended`` are the extended
    paths of ``profile``, or None to show none. ``times`` and ``callers`` are those of ``whole``, or
    None if ``whole`` has none.
    """

    profile: Profile
    whole: Profile
    costs: Costs
    k: int
    sources: SourceTexts | None = None
    extended: ExtendedRows | None = None
    times: PageTimes | None = None
    callers: PageCallers | None = None

    def document(self, method: int, most_nodes: int) -> dict[str, Any]:
        """Returns plain values: the method's rows, branches, paths, graph, loops and k-IPF.

        The k-IPF is pruned to at most ``most_nodes`` nodes. The key ``nodes`` says how many are
        shown, and how many the whole forest has.
        """
        row = self.profile.method_rows.row(method)
        code = self.profile.code(method)
        whole = self.profile.method_forest(method).truncated(self.k)
        kept, least = page_forest.pruned(whole, most_nodes)
        ends = None
        if tells_ends(self.profile, method, int(whole.counts[whole.parents < 0].sum())):
            ends = page_forest.ended(whole, self.k)[whole.counts >= least]
        executed = frozenset(whole.paths[whole.parents < 0].tolist())
        all_names = names_of_paths(self.whole, method)
        names = {path: name for path, name in all_names.items() if path in executed}
        graph = flow(self.profile, method)
        told = ToldMethod(code, row, self.sources)
        folding = self.profile.folding
        loops = loop_documents(
            self.profile, method, names, self.sources, self.whole, self.times, self.k
        )
        return {
            # This ends a claim that something never happened: it names the executions for which the
            # claim holds.
            "where": of_which(
                uncompleted(self.whole, method), is_exact=self.whole.completeness.is_exact
            ),
            "file": printable(row["source"]) if isinstance(row["source"], str) else None,
            "rows": source_rows(code, row, graph, self.sources),
            "branches": branch_rows(self.profile, method, told, self.whole, self.costs, self.k),
            "loops": loops,
            # This comes from the whole profile, because the shown part may lack paths that follow
            # the paths of a loop.
            "iterations": iteration_documents(self.whole, method, all_names, self.k, loops),
            "graph": self._graph(method, graph),
            "paths": self._paths(method, names, told),
            "extended": None
            if self.extended is None
            else extended_document(self.extended, method, code),
            "forest": page_forest.columns(kept, np.array(list(names), dtype=np.int64), ends),
            "callers": None if self.callers is None else self.callers.of_method(method),
            "nodes": {"shown": len(kept), "all": len(whole), "least": least},
            "errors": None if folding is None else self.profile.method_errors(method),
        }

    def _graph(self, method: int, graph: Flow) -> dict[str, Any]:
        """Returns blocks, edges, starts and ends, with their counts and with marks (bounds.py)."""
        code = self.profile.code(method)
        return {
            "blocks": [
                {
                    "lines": list(code.lines.executed(block)),
                    "label": code.places.names(sorted(code.lines.executed(block))),
                    "offsets": list(code.offsets[block]),
                    "instructions": code.instructions[block], "count": count,
                    "mark": bounds.block_mark(graph, block),
                }
                for block, count in enumerate(graph.blocks.tolist())
            ],
            "edges": [
                [
                    edge.source, edge.target, edge.kind,
                    edge.most if graph.is_estimated else edge.least, edge.most,
                    bounds.edge_mark(graph, edge), graph.share_of(edge),
                ]
                for edge in graph.edges
            ],
            "starts": [_terminal(graph, one) for one in graph.starts],
            "ends": [_terminal(graph, one) for one in graph.ends],
            "is_of_paths": graph.is_of_paths,
            "is_estimated": graph.is_estimated,
        }  # fmt: skip

    def _paths(self, method: int, names: Mapping[int, str], told: ToldMethod) -> dict[str, Any]:
        """Returns the executed paths as columns, the hottest first.

        The key ``decoded`` has the blocks of the first ``DECODED`` paths. Of these, the first
        ``TOLD`` also have their decisions in words.
        """
        code = self.profile.code(method)
        facts = path_table(self.profile, method, names, self.costs)
        decoded = [code.decode(path) for path in list(names)[:DECODED]]
        apart = _apart(told, decoded[:TOLD])
        counts, bytecodes = integers(facts, "count"), integers(facts, "bytecodes")
        covering = coverage_text(coverage_document(self.profile, counts, counts * bytecodes))
        return {
            "coverage": as_sentence(covering) if covering else "",
            "numbers": facts.column("path").to_pylist(),
            "names": facts.column("name").to_pylist(),
            "counts": facts.column("count").to_pylist(),
            "bytecodes": facts.column("bytecodes").to_pylist(),
            "decoded": [
                {
                    "start": path.start, "end": path.end, "blocks": list(path.blocks),
                    "lines": code.places.names(path.lines),
                    "all_lines": list(path.lines),
                    "apart": apart.get(path.path),
                    "told": [one.text for one in told.path(path)] if path.path in apart else None,
                }
                for path in decoded
            ],
        }  # fmt: skip


def _apart(told: ToldMethod, paths: list[DecodedPath]) -> dict[int, list[str]]:
    """Returns, by path number, the texts of the decisions in which the paths differ.

    Paths that would read alike also get the place where they begin.
    """
    found = {path: [one.text for one in some] for path, some in told.apart(paths).items()}
    often = Counter(map(tuple, found.values()))
    return {
        one.path: [told.start(one).text, *found[one.path]]
        if often[tuple(found[one.path])] > 1
        else found[one.path]
        for one in paths
    }


def _terminal(graph: Flow, one: Terminal) -> list[Any]:
    return [one.kind, one.block, one.count, bounds.terminal_mark(graph, one)]

"""Draws the control-flow graph of a method as DOT, with the counts of its blocks and edges."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal, flow
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.path_windows import first_paths
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.reports.completed_words import how_many_uncompleted, of_which
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.pictures import bounds, dot, looks
from kpath_jvm.reports.pictures.block_texts import BlockTexts
from kpath_jvm.reports.pictures.cold_cases import behind_cold_cases
from kpath_jvm.reports.pictures.dot import Graph, Span
from kpath_jvm.reports.pictures.lit import lit
from kpath_jvm.source.annotation import SourceTexts

#: The margin within a loop's frame, in points. It leaves room for back edges, whose curves extend
#: beyond the blocks.
_MARGIN = 18
#: The font size of edges' texts and loops' titles, in points.
_EDGE_SIZE = 9


@dataclass(frozen=True)
class FlowOptions:
    """Options that select the path to highlight and the blocks to omit.

    ``path`` is the name or number of a Ball-Larus path, or the name of an extended path, such as
    X1. Blocks with less than ``min_share`` of the largest count are omitted. Blocks with a count of
    0 are omitted unless ``all_blocks`` is set and ``min_share`` is 0. Blocks after the rarer cases
    of large switches are omitted unless ``all_cases`` is set (see cold_cases.py).
    """

    path: str | None = None
    min_share: float = 0.0
    all_blocks: bool = False
    all_cases: bool = False


def flow_graph(
    selected: Selected, method: int, options: FlowOptions, sources: SourceTexts | None = None
) -> str:
    """Returns the graph of a method, with the selected counts, as DOT.

    Raises KpathError if the method has neither completed paths nor counted edges, or doesn't have
    the path to highlight.
    """
    return _FlowGraph(selected, method, options, sources).text()


class _FlowGraph:
    def __init__(
        self, selected: Selected, method: int, options: FlowOptions, sources: SourceTexts | None
    ) -> None:
        profile = selected.profile
        self._row = profile.method_rows.row(method)
        self._code: MethodCode = profile.code(method)
        self._flow: Flow = flow(profile, method)
        executed = np.flatnonzero(self._flow.blocks).tolist()
        self._texts = BlockTexts(self._code, self._row, executed, sources)
        forest = profile.method_forest(method)
        self._completed = int(forest.counts[forest.parents < 0].sum())
        self._part = "" if selected.is_all else selected.selection.text
        self._most = max(int(self._flow.blocks.max(initial=0)), 1)
        self._loops = {row.loop: row for row in loop_rows(profile, method)}
        self._first = first_paths(profile, method)
        self._costs = self._flow.blocks * np.array(self._code.instructions, dtype=np.int64)
        least = options.min_share * self._most
        self._shown = {
            block
            for block, count in enumerate(self._flow.blocks.tolist())
            if (count > 0 and count >= least) or (count == 0 and options.all_blocks and least == 0)
        }
        title = selected.whole.method_rows.title(method)
        if not executed:
            what = "no completed path" if self._flow.is_of_paths else "no counted edge"
            raise KpathError(f"{title} has {what} in {profile.path}")
        whole = selected.whole
        self._uncompleted = uncompleted(whole, method)
        self._where = of_which(self._uncompleted, is_exact=whole.completeness.is_exact)
        self._lit, said = lit(selected, method, options.path, self._flow, title)
        self._behind_cases = set() if options.all_cases else self._behind_cold_cases()
        self._shown -= self._behind_cases
        self._graph = Graph(
            {
                "rankdir": "TB", "nodesep": 0.3, "ranksep": 0.26, "fontname": dot.FONT,
                "fontsize": 10, "labelloc": "t", "labeljust": "l", "bgcolor": "white",
                "outputorder": "edgesfirst", "label": self._title(title, said, options),
            },
            {
                "shape": "box", "style": "rounded,filled", "fontname": dot.FONT, "fontsize": 10,
                "color": looks.GREY, "fontcolor": looks.INK, "margin": "0.06,0.03",
            },
            {
                "fontname": dot.FONT, "fontsize": 9, "color": looks.GREY,
                "fontcolor": looks.INK, "arrowsize": 0.7,
            },
        )  # fmt: skip

    def text(self) -> str:
        self._blocks()
        for edge in self._drawn():
            self._edge(edge)
        for at, start in enumerate(self._flow.starts):
            self._start(f"start{at}", start)
        for at, end in enumerate(self._flow.ends):
            self._end(f"end{at}", end)
        return self._graph.text()

    def _title(self, title: str, said: list[Span], options: FlowOptions) -> str:
        row = self._row
        completed = f"{counted(self._completed, 'path completion')}, "
        what = "completed paths"
        if not self._flow.is_of_paths:
            completed, what = "", "edges; ≤ and ≥ mark counts that exceptions make uncertain"
            if self._flow.is_estimated:
                what = "edges, estimated from the paths that were counted"
        if self._first is not None:
            # The program may have executed far more paths than were counted.
            what += f": the method's first {counted(self._first, 'path')} at most"
        rows = [
            [Span(title, True, size=13)],
            said,
            [
                Span(
                    f"{counted(int(row['entries']), 'entry', 'entries')}, {completed}"
                    f"{self._about()}{counted(int(self._costs.sum()), 'bytecode')}",
                    colour=looks.GREY,
                )
            ],
            [Span(f"only {self._part}" if self._part else "", colour=looks.GREY)],
            [Span(f"counts are of {what}", colour=looks.GREY)],
            [Span(self._not_completed(), colour=looks.GREY)],
            [Span(self._about_shares(), colour=looks.GREY)],
        ]
        hidden = len(self._code.offsets) - len(self._shown) - len(self._behind_cases)
        if self._behind_cases:
            rows.append(
                [
                    Span(
                        f"left out: {counted(len(self._behind_cases), 'block')} after rarer cases "
                        "(--all-cases)",
                        colour=looks.GREY,
                    )
                ]
            )
        if hidden:
            why = f"with less than {percent(options.min_share)} of the most executed block's count"
            none = bounds.never(self._flow, self._where, "not executed")
            rows.append(
                [
                    Span(
                        f"left out: {counted(hidden, 'block')} "
                        f"{why if options.min_share else none}",
                        colour=looks.GREY,
                    )
                ]
            )
        return dot.table(rows)

    def _not_completed(self) -> str:
        # In a scaled flow, only a method's first paths were counted, which the title says instead.
        return "" if self._flow.is_scaled else how_many_uncompleted(self._uncompleted)

    def _about(self) -> str:
        """Returns the mark before the method's bytecodes; "" if the bytecodes are exact."""
        costs = self._flow.bytecodes(self._code.instructions)
        total = costs.most.sum()
        if costs.certain.sum() == total:
            return ""
        return f"{bounds.AT_MOST if costs.entered.sum() == total else bounds.ABOUT} "

    def _about_shares(self) -> str:
        shares = "a block's share is of the method's bytecodes, an edge's share is of "
        if self._flow.is_of_paths:
            return f"{shares}its source block's count"
        differ = "the block's count includes executions that an exception ended"
        if self._flow.is_estimated:
            differ = "the estimate of the block's own count may differ"
        return f"{shares}all ways out of its source block ({differ})"

    # Blocks and the loops around them

    def _blocks(self) -> None:
        self._loop(-1, -1, {block: self._innermost(block) for block in self._shown})

    def _innermost(self, *blocks: int) -> int:
        """Returns the number of the smallest loop that contains all the blocks, or -1."""
        loops = self._code.loops
        return min(
            (at for at, loop in enumerate(loops) if set(blocks) <= set(loop.blocks)),
            key=lambda at: len(loops[at].blocks),
            default=-1,
        )

    def _loop(self, parent: int, header: int, innermost: dict[int, int]) -> None:
        """Adds the blocks of a loop that are in no inner loop, then the inner loops as groups."""
        # The header is added first, because Graphviz draws the first block on top.
        for block in sorted(self._shown, key=lambda it: (it != header, it)):
            if innermost[block] == parent:
                self._block(block)
                self._stubs(block)
        for edge in self._drawn():
            if self._innermost(edge.source, edge.target) == parent:
                self._said(_between(edge), self._edge_text(edge))
        for at, loop in enumerate(self._code.loops):
            if loop.parent == parent and self._shown & set(loop.blocks):
                # The loop's title is in the header's box, because Graphviz would draw the arrow
                # into the loop across the group's label.
                is_headed = loop.header in self._shown
                self._graph.open_group(
                    f"loop{at}", label="" if is_headed else dot.table([[self._loop_title(at)]]),
                    labeljust="l", style="rounded", color=looks.PALE, margin=_MARGIN,
                    fontname=dot.FONT, fontsize=9,
                )  # fmt: skip
                self._loop(at, loop.header, innermost)
                self._graph.close_group()

    def _loop_title(self, at: int) -> Span:
        loop = self._code.loops[at]
        row = self._loops.get(at)
        told = f"not entered{self._where}" if row is None else bounds.loop_counts(row)
        where = self._code.block_name(loop.header)
        share = int(self._costs[list(loop.blocks)].sum()) / max(int(self._costs.sum()), 1)
        # In reports, a loop's share excludes its inner loops. Here, the share includes them.
        inner = " with inner loops" if any(one.parent == at for one in self._code.loops) else ""
        text = f"loop at {where}: {told}, {percent(share)} of the method's bytecodes{inner}"
        return Span(text, size=_EDGE_SIZE)

    def _block(self, block: int) -> None:
        count = int(self._flow.blocks[block])
        is_lit = self._lit.has_block(block)
        heading = [
            Span(self._texts.where(block), colour=looks.GREY, size=8),
            Span("   ", size=8),
            Span(bounds.block_count(self._flow, block, self._where), is_bold=True),
            Span(f"  {percent(self._share(block))} of bytecodes" if count else "", size=8),
        ]
        found = self._lit.of_block(block)
        if found:
            heading.append(Span(f"   iteration {found}", True, colour=looks.LIT, size=9))
        loops = [at for at, loop in enumerate(self._code.loops) if loop.header == block]
        rows = [*([self._loop_title(at)] for at in loops), heading, *self._texts.rows(block)]
        color = looks.LIT if is_lit else looks.INK if loops else looks.GREY
        self._graph.node(
            f"b{block}",
            label=dot.table(rows),
            fillcolor=looks.heat(int(self._costs[block]) / max(int(self._costs.max()), 1)),
            color=color,
            penwidth=3.0 if is_lit else 2.0 if loops else 0.8,
            style="rounded,filled" if count else "rounded,dashed",
            tooltip=f"block {block}, bytecode {self._code.offsets[block][0]} to "
            f"{self._code.offsets[block][1]}",
        )

    def _share(self, block: int) -> float:
        return int(self._costs[block]) / max(int(self._costs.sum()), 1)

    # Edges

    def _drawn(self) -> list[FlowEdge]:
        return [e for e in self._flow.edges if {e.source, e.target} <= self._shown]

    def _said(self, name: str, text: str, colour: str = looks.INK) -> None:
        """Adds the text of an edge as a node, unless the text is empty.

        Graphviz keeps a node clear of edges, other nodes and the frames of other loops. A label of
        the edge itself could overlap all of these.
        """
        if text:
            self._graph.node(
                name, label=dot.table([[Span(text)]], size=_EDGE_SIZE), shape="plaintext", style="",
                fontsize=_EDGE_SIZE, fontcolor=colour, margin="0.03,0.01", width=0, height=0,
            )  # fmt: skip

    def _edge(self, edge: FlowEdge) -> None:
        is_lit = self._lit.has_edge(edge)
        # A header lies above the rest of its loop, and Graphviz lays out downward edges best. So a
        # back edge is written as an edge from the header down, with its arrow at the header.
        is_up = edge.kind == "back"
        ends = [f"b{edge.source}", f"b{edge.target}"]
        if self._edge_text(edge):
            ends.insert(1, _between(edge))
        self._line(
            list(reversed(ends)) if is_up else ends,
            is_up=is_up,
            penwidth=max(looks.width(edge.most / self._most), 2.0 if is_lit else 0.0),
            color=looks.LIT if is_lit else looks.PALE if not edge.most else looks.GREY,
            style={"step": None, "cut": "dotted"}.get(edge.kind, "bold") if edge.most else "dashed",
            weight=1 + round(9 * edge.most / self._most) if edge.kind == "step" else None,
        )

    def _line(self, places: list[str], *, is_up: bool = False, **look: object) -> None:
        """Draws a line through nodes from the top down.

        The line has an arrow at its end or, if ``is_up``, at its beginning.
        """
        at_arrow = 0 if is_up else len(places) - 2
        for at, (above, below) in enumerate(pairwise(places)):
            turned = "back" if is_up else None
            self._graph.edge(above, below, dir=turned if at == at_arrow else "none", **look)

    def _ways(self, block: int) -> int:
        return sum(edge.source == block for edge in self._flow.edges)

    def _edge_text(self, edge: FlowEdge) -> str:
        """Returns an edge's answer, count, share and iterations as a text.

        The answer, count and share are left out if the edge is the only one out of its block and
        has the block's count.
        """
        found = self._lit.of_edge(edge)
        return f"{self._told(edge)}{f'  [{found}]' if found else ''}"

    def _told(self, edge: FlowEdge) -> str:
        ways = self._ways(edge.source)
        total = int(self._flow.blocks[edge.source])
        share = self._flow.share_of(edge)
        answer = self._texts.answer(edge.source, edge.target)
        answer += ":" if answer else ""
        if ways == 1 and edge.is_exact and edge.most == total:
            return ""
        if not edge.most and (edge.is_exact or self._flow.is_scaled):
            return f"{answer} {bounds.never(self._flow, self._where)}".strip()
        told = "" if share is None or ways == 1 else f" ({percent(share)})"
        return f"{answer} {bounds.edge_count(self._flow, edge)}{told}".strip()

    def _stubs(self, block: int) -> None:
        """Draws stubs for the edges between a block and omitted blocks.

        One stub stands for the edges out of the block that were taken, one for the edges out of the
        block that were never taken, and one for the edges into the block that were taken.
        """
        edges = self._flow.edges
        out = [e for e in edges if e.source == block and e.target not in self._shown]
        into = [e for e in edges if e.target == block and e.source not in self._shown and e.most]
        taken = [edge for edge in out if edge.most]
        never = [edge for edge in out if not edge.most]
        stubs = ((f"out{block}", taken), (f"never{block}", never), (f"in{block}", into))
        for name, found in stubs:
            if not found:
                continue
            most = sum(edge.most for edge in found)
            said = "" if found is into else self._texts.cases(block, [e.target for e in found])
            count = (
                bounds.edge_count(self._flow, *found)
                if most
                else bounds.never(self._flow, self._where)
            )
            shares = [self._flow.share_of(edge) for edge in found]
            known = [share for share in shares if share is not None]
            if found is taken and len(known) == len(shares) and self._ways(block) > 1:
                count += f" ({percent(sum(known))})"
            self._graph.node(name, label="…", shape="plaintext", style="", fontcolor=looks.GREY)
            between = f"said_{name}"
            self._said(between, f"{said}{': ' if said else ''}{count}", looks.GREY)
            places = [f"b{block}", between, name]
            self._line(
                places[::-1] if found is into else places,
                penwidth=looks.width(most / self._most) if most else None,
                color=looks.GREY if most else looks.PALE,
                style="dashed",
            )

    def _behind_cold_cases(self) -> set[int]:
        headed = {edge.target for edge in self._flow.edges}
        starts = {start.block for start in self._flow.starts} | (self._shown - headed)
        return behind_cold_cases(self._flow.edges, self._shown, starts, self._lit.has_edge)

    # Where paths begin and end

    def _start(self, name: str, start: Terminal) -> None:
        if start.block not in self._shown:
            return
        is_handler = start.kind == "handler"
        caught = ", ".join(self._caught(start.block)) if is_handler else ""
        text = f"caught {caught}".strip() if is_handler else "entry"
        self._terminal(name, f"{text} {bounds.terminal_count(self._flow, start)}", is_handler)
        self._graph.edge(
            name, f"b{start.block}", penwidth=looks.width(start.count / self._most),
            style="dashed" if is_handler else None,
            color=looks.LIT if self._lit.begins_by(start) else looks.GREY,
        )  # fmt: skip

    def _caught(self, block: int) -> Iterable[str]:
        for decision in self._code.decisions:
            if decision.operator == "caught" and decision.block == block:
                for one in decision.operands:
                    yield names.printable(one.rpartition("/")[2]) or "any"

    def _end(self, name: str, end: Terminal) -> None:
        if end.block not in self._shown:
            return
        is_thrown = end.block in self._row["athrows"]
        word = "throw" if is_thrown else "return"
        self._terminal(name, f"{word} {bounds.terminal_count(self._flow, end)}", is_thrown)
        self._graph.edge(
            f"b{end.block}", name, penwidth=looks.width(end.count / self._most),
            color=looks.LIT if self._lit.ends_by(end) else looks.GREY,
        )  # fmt: skip

    def _terminal(self, name: str, text: str, is_thrown: bool) -> None:
        self._graph.node(
            name, label=dot.line(text), shape="plaintext", style="", fontsize=9,
            fontcolor=looks.THROWN if is_thrown else looks.GREY,
        )  # fmt: skip


def _between(edge: FlowEdge) -> str:
    """Returns the name of the node that shows an edge's text."""
    return f"said{edge.source}_{edge.target}"

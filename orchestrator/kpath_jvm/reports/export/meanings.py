"""Explains the columns of exported tables.

docs/formats/export.md is generated from these texts and from the schemas.
"""

from collections.abc import Mapping

from kpath_jvm.reports.documents.shared import (
    CUT_OFF_BYTECODES,
    CUT_OFF_PATHS,
    ENTERED_BYTECODES,
    EXACT_BYTECODES,
    MEAN,
    MEAN_LEAST,
    MEAN_MOST,
)

#: What a row of each table stands for.
ROWS: Mapping[str, str] = {
    "sequences": "A row per n-gram, ordered by method, then by length.",
    "paths": "A row per executed path.",
    "methods": "A row per method that was entered.",
    "loops": "A row per executed loop; [loops.md](../loops.md) says what is counted.",
    "branches": "A row per outcome of each executed branch, switch and handler.",
    "edges": (
        "A row per edge of each method whose edges were counted. Sources and targets outside the "
        "method are null, and so are missing upper bounds. "
        "[profile.md](profile.md#edge_counts) explains the columns."
    ),
    "extended": "A row per [extended path](profile.md#extended).",
}

#: By table, the meanings of the columns whose names don't say enough.
OF: Mapping[str, Mapping[str, str]] = {
    "sequences": {
        "loop_line": "Line of the header of the loop that the sequence stays in.",
        "length": "Number of paths.",
        "bytecodes": "Number of instructions of one occurrence. Sequences overlap, so products of "
        "`bytecodes` and `count` can't be added up.",
        "sequence": "The names of the sequence's paths, such as `A A B`.",
        "paths": "The numbers of the sequence's paths.",
    },
    "paths": {
        "start": "How the path starts, as in jsonl; `end` says how it ends.",
        "loop_line": "Line of the loop header at which the path begins.",
        "bytecodes": "Number of instructions of one completion, not of all `count` completions.",
        "lines": "Source lines in order of execution.",
        "places": "The lines as text reports show them, such as `4-6, 10` or `9, Util.kt:3-4`.",
        "decisions": (
            "The decisions, such as `n % 2 == 0: yes` with `--sources`, and "
            "`line 5 (n % 2L) == 0L: yes` without."
        ),
    },
    "methods": {
        "bytecodes": "Bytecodes executed by all completed paths.",
        "bytecodes_exact": EXACT_BYTECODES,
        "bytecodes_entered": ENTERED_BYTECODES,
        "bytecodes_cut_off": CUT_OFF_BYTECODES,
    },
    "loops": {
        "loop": "The loop's position in the method's list `loops` in jsonl.",
        "back_edges": "Number of back edges to the loop's header.",
        "may_be_several": (
            "Whether this may be several loops of the source, which begin with the same "
            "instruction ([loops.md](../loops.md#loops-with-one-header))."
        ),
        "bytecodes_exact": EXACT_BYTECODES,
        "bytecodes_entered": ENTERED_BYTECODES,
        "bytecodes_cut_off": CUT_OFF_BYTECODES,
        "paths_cut_off": CUT_OFF_PATHS,
        "place": ("The line as text reports show it: `line 12`, or `Util.kt:12` for inlined code."),
        "depth": "How deep the loop lies; 1 for an outermost loop.",
        "iterations": "Null if the profiler counted the loop's entries, but nothing after them.",
        "entries_most": (
            "An upper bound of `entries`: equal to `entries` if `entries` is exact, null if there "
            "is no upper bound."
        ),
        "iterations_most": "An upper bound of `iterations`, in the same form as `entries_most`.",
        "mean_iterations": MEAN,
        "mean_least": MEAN_LEAST,
        "mean_most": MEAN_MOST,
        "entries_by_iterations": (
            "Numbers of entries that made 0, 1, 2 … iterations and were seen to leave the loop. A "
            "loop test that ends the loop isn't counted as an iteration. Entries in "
            "`entries_longer` or `entries_unfinished` may have made as many iterations, so some "
            "of these numbers are lower bounds. This column and those up to `p90_most` are null if "
            "sequences aren't counted exactly."
        ),
        "entries_longer": "Number of entries that were still in the loop after k paths.",
        "longer_at_least": "Each of the `entries_longer` made at least this many iterations.",
        "longer_mean": "Mean iterations of the `entries_longer`; null if the mean isn't known.",
        "entries_unfinished": (
            "Number of entries that weren't seen to leave the loop and aren't among the "
            "`entries_longer`."
        ),
        "median_least": "A lower bound of the median of iterations per entry.",
        "median_most": (
            "An upper bound of the median: equal to `median_least` if the median is known, null if "
            "there is no upper bound."
        ),
        "p90_least": (
            "A lower bound of the number of iterations that 90 % of the entries don't exceed."
        ),
        "p90_most": (
            "An upper bound of the number that `p90_least` bounds: equal to `p90_least` if the "
            "number is known, null if there is no upper bound."
        ),
        "missing": (
            "`entries` and `iterations` may each be too low by at most this number; null if the "
            "number isn't known. `entries_most` or `iterations_most` may be a closer bound."
        ),
        "at_least": (
            "Whether `entries` or `iterations` have no upper bound, because edges were counted "
            "instead of paths, only each method's first paths were counted, or counts were lost."
        ),
        "estimated": (
            "Whether `entries` or `iterations` are estimates, which may be too high or too low."
        ),
        "first_paths": (
            "The greatest number of paths that were counted of a method, if only the first ones "
            "were counted; then no figure is about the whole run. Null if all paths were counted, "
            "or if edges were counted."
        ),
        "bytecodes": "Bytecodes executed in the loop's own blocks, without inner loops.",
        "bytecodes_with_inner": "Bytecodes executed in the loop's blocks, with inner loops.",
        "share_of_all": "`bytecodes` as a share of the whole profile's.",
        "paths": "Number of executed paths that run through the loop's own blocks.",
        "sequence": "The sequence that represents the loop, such as `A A B`.",
        "back_edges_followed": "How often a back edge was taken and a completed path followed.",
        "left_after": (
            "How often the path that followed a back edge left the loop. Unless `left_exact`, this "
            "is a lower bound of how often the loop was left after a back edge."
        ),
        "left_exact": (
            "Whether `left_after` counts all exits. It is false if the loop may also have been "
            "left in a later piece of an iteration that an inner loop, a cut edge or a throw "
            "divides. Null if no completed path followed a back edge."
        ),
        "left_unclear": (
            "How often it isn't clear whether the path that followed a back edge left the loop."
        ),
        "pieces": (
            "Number of paths that stayed in the loop, but ended before the iteration did, at an "
            "inner loop's back edge, at a cut edge, or at a throw that a handler in the loop may "
            "have caught."
        ),
        "not_followed": (
            "How often a back edge was taken and no completed path followed; null if not known."
        ),
        "next_bits": (
            "How uncertain the next iteration's way is, in bits, if the loop isn't left. There is "
            "one number for 0 known previous paths, one for 1, one for 2 …, as far as there are "
            "enough executions."
        ),
        "exit_bits": (
            "How uncertain it is whether the loop is left, in bits, as in `next_bits`; empty "
            "unless `left_exact`."
        ),
        "lacks_longer": (
            "Whether `next_bits` has fewer than k numbers because the profile may lack longer "
            "sequences of the loop's iterations."
        ),
        "repetitions": (
            "All counts of the method's sequences are multiples of this number. If it isn't 1, the "
            "method seems to have done the same work that many times, and `next_bits` and "
            "`exit_bits` may be low because a coincidence was repeated."
        ),
        "period": (
            "Number of iterations after which the paths repeat, if they do within k - 1 iterations."
        ),
        "period_share": (
            "Share of the iterations that take the same path as the iteration `period` iterations "
            "earlier. Only iterations that consist of one complete path are compared."
        ),
        "period_above": (
            "The longest period that can be seen with this k, if none was seen and there may well "
            "be a longer one; null otherwise."
        ),
        "period_of_iterations": (
            "Share of the loop's iterations that consist of one complete path from the header to a "
            "back edge. `period_share` says nothing about other iterations. A lower bound if the "
            "number of iterations isn't exact; null without a period, or if that number has no "
            "upper bound."
        ),
        "period_paths": (
            "Number of different paths of the iterations in `period_of_iterations`. If it is 1, "
            "these iterations are bound to repeat. Null without a period."
        ),
    },
    "branches": {
        "block": "The block that decides.",
        "place": "The line as text reports show it.",
        "ordinal": "Number among the decisions on the line, from 1; 0 for a handler.",
        "question": "The condition.",
        "matched": "Whether the question is the source's own text.",
        "most": (
            "An upper bound of `count`; greater if executions whose outcome isn't known may have "
            "had this outcome. Neither number includes paths that weren't completed, unless edges "
            "were counted."
        ),
        "share": "`count` as a share of `total`.",
        "total": "Executions of the block.",
        "unknown": "Number of the block's executions whose outcome isn't known.",
    },
    "edges": {
        "source_offset": (
            "Offset of the source's last instruction. `target_offset` is the offset of the "
            "target's first instruction."
        ),
    },
    "extended": {
        "start_text": (
            "Where the path starts, in words, such as `the loop at block 1` for `loop 1`; "
            "`end_text` says in the same way where the path ends."
        ),
        "offsets": "Offset of the first instruction of each block, in the order of execution.",
        "lines": "Source lines of each iteration.",
        "other_class": (
            "Class of the other method in which the path goes on, if any; all columns `other_…` "
            "are about that method."
        ),
    },
}


def meaning(table: str, column: str) -> str:
    """Returns what a column means; an empty text if the column's name says enough."""
    return OF[table].get(column, "")

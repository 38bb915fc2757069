"""All charts: their names, what they say of themselves, where their data comes from."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures import data as source
from kpath_jvm.evaluation.figures.charts.figure04_tree import draw_tree
from kpath_jvm.evaluation.figures.charts.table1 import draw_table, table1
from kpath_jvm.evaluation.figures.plots.bars import Axis, grouped_bars
from kpath_jvm.evaluation.figures.plots.lines import Panel, law, line_panels
from kpath_jvm.evaluation.figures.plots.strips import strip_plots
from kpath_jvm.evaluation.results.series import GEOMETRIC, MEAN, MEDIAN, column, quotient

COUNTED, TIMED, NEITHER = "counted", "timed", "neither"
Draw = Callable[[pd.DataFrame, str, str], Figure]


@dataclass(frozen=True)
class Chart:
    """A chart; ``number`` is the paper's figure that it mirrors, "" for our own.

    ``caption`` says what is drawn and how it is computed, ``basis`` whether it rests on a recorded
    stream (COUNTED) or on trials (TIMED). One that does not depend on ``by_cut`` is drawn once.
    """

    name: str
    number: str
    title: str
    caption: str
    basis: str
    data: source.Data
    draw: Draw
    by_cut: bool = True


def _bars(label: str, log: bool = False, reference: float | None = None) -> Draw:
    axis = Axis(label, log, reference)
    return lambda data, title, note: grouped_bars(data, axis, title, note)


def _caches(data: pd.DataFrame, title: str, note: str) -> Figure:
    is_real = (data["source"] == "hardware counters").all()
    how, l2_of = ("", "access of L2") if is_real else (", simulated", "access")
    panels = [
        Panel(
            "cycles_per_instruction", "(a) cycles per instruction", "cycles per instruction",
            "" if is_real else
            "Cycles per instruction: not available on this machine (no hardware counters).",
        ),
        Panel("l1_miss_rate", f"(b) L1 miss rate{how}", "misses per access"),
        Panel("l2_miss_rate", f"(c) L2 miss rate{how}", f"misses per {l2_of}"),
    ]  # fmt: skip
    return line_panels(data, panels, source.named_or_few(data, source.OUTLIERS), title, note)


def _law(data: pd.DataFrame, title: str, note: str) -> Figure:
    return law(data, source.named_or_few(data, source.SHORT_LOOPS + source.OUTLIERS), title, note)


_MEANS = (
    "Bars are arithmetic means over paired trials, dots their medians, lines the 95 % bootstrap "
    "confidence interval of the median, grey bands the noise floor (native against native); "
    "a bar within its band says nothing."
)
_NO_BAR = "A cross stands where memory ran out, a square where the trials failed."
_TRIALS = "Bars are means over trials, dots medians, lines run from the least to the most."

CHARTS = (
    Chart(
        "figure04", "4", "Figure 4. Part of the 11-IPF of Scanner.checkTaskTag",
        "Nodes below 10 % of the root are left out. Numbers in boxes are path numbers, a "
        "percentage is the share of its parent; shaded nodes hold at least half of the root's "
        "executions.",
        NEITHER, source.check_task_tag, draw_tree, by_cut=False,
    ),
    Chart(
        "figure08", "8", "Figure 8. Time of k-BLPP relative to BLPP",
        f"Wall time of the timed iterations, T(k-BLPP) / T(BLPP with the same hash). {_MEANS}",
        TIMED, source.against(["k-blpp"], "blpp-hash", "timed_wall"),
        _bars("T(k-BLPP) / T(BLPP)", reference=1.0),
    ),
    Chart(
        "figure08-overhead", "8", "Figure 8, overheads. Overhead of k-BLPP relative to BLPP's",
        "(T(k-BLPP) - T(native)) / (T(BLPP) - T(native)) of the timed iterations' wall time: the "
        "other reading of the paper's term. There is no bar where BLPP was not slower than native. "
        f"{_MEANS}",
        TIMED, source.against(["k-blpp"], "blpp-hash", "timed_wall", "overhead"),
        _bars("overhead of k-BLPP / that of BLPP", reference=1.0),
    ),
    Chart(
        "figure08-array", "8", "Figure 8, arrays. Time of k-BLPP relative to BLPP with arrays",
        "As figure 8, against the faster BLPP that counts in arrays, which the paper does not "
        f"compare with. {_MEANS}",
        TIMED, source.against(["k-blpp"], "blpp-array", "timed_wall"),
        _bars("T(k-BLPP) / T(BLPP, arrays)", reference=1.0),
    ),
    Chart(
        "figure09", "9", "Figure 9. Hash table operations of k-BLPP relative to BLPP",
        "Finds of roots in the table of the k-SF, divided by the updates of BLPP's hash table, "
        f"which are one per path. {_NO_BAR}",
        COUNTED,
        source.structure(quotient("hash_operations", "blpp_hash_operations"), "hash operations"),
        _bars("operations, k-BLPP / BLPP", reference=1.0),
    ),
    Chart(
        "figure09-law", "9", "Figure 9, law. How hash operations fall with k",
        "The data of figure 9, both axes logarithmic. The dotted line is 1/(k-1), the law for long "
        "loops; the CSV has a fit per benchmark, ratio = floor + slope/(k-1), and the slope of the "
        "logarithms (exponent).",
        COUNTED, source.law, _law,
    ),
    Chart(
        "figure10", "10", "Figure 10. Cache behaviour of k-BLPP",
        "Named are the four benchmarks whose overhead rises with k in the paper, and all if they "
        "are few; the mean is that of the others which have a value at every k. Simulated rates "
        "are those of caches fed with the accesses to the k-SF's nodes and hash table, not of the "
        "whole program, L2's per access of any level; where the experiment says so, only the "
        "beginning of each stream is simulated.",
        COUNTED, source.caches, _caches,
    ),
    Chart(
        "figure11", "11", "Figure 11. Space: entries of BLPP's hash table and nodes of the k-SF",
        f"Numbers at the end of the run, logarithmic. {_NO_BAR}",
        COUNTED, source.structure(column("ksf_nodes"), "nodes of the k-SF", "blpp_entries"),
        _bars("entries or nodes", log=True),
    ),
    Chart(
        "figure12", "12", "Figure 12. Profiled paths: BLPP, and nodes of the k-IPF",
        "BLPP's paths are the distinct acyclic ones that were executed; a node of the k-IPF is a "
        f"sequence of up to k of them. Logarithmic. {_NO_BAR}",
        COUNTED, source.structure(column("ipf_nodes"), "nodes of the k-IPF", "blpp_paths"),
        _bars("paths", log=True),
    ),
    Chart(
        "figure13", "13", "Figure 13. Average degree of internal k-IPF nodes",
        f"Children per node that has any. {_NO_BAR}",
        COUNTED, source.structure(column("ipf_internal_degree"), "degrees of the k-IPF"),
        _bars("children per internal node"),
    ),
    Chart(
        "figure14", "14", "Figure 14. Average depth of k-IPF leaves",
        f"Roots have depth 0. {_NO_BAR}",
        COUNTED, source.structure(column("ipf_leaf_depth"), "leaf depths of the k-IPF"),
        _bars("depth of leaves"),
    ),
    Chart(
        "table1", "table1", "Table 1. Techniques, and their cost against BLPP",
        "Published costs are those of the paper's Table 1 and the figures that section 5 quotes. "
        "Measured is the arithmetic mean over benchmarks of T / T(BLPP with a hash table), wall "
        "time of the timed iterations, official benchmarks and stand-ins apart.",
        TIMED, table1, draw_table,
    ),
    Chart(
        "node-scans", "", "Node scans of the k-SF per path completion",
        "Children looked at in lines 13 and 21 of process_bl_path_id, divided by all path "
        f"completions; the paper tells 58.8 at k = 2 and 10.3 at k = 16 of eclipse. {_NO_BAR}",
        COUNTED, source.structure(quotient("node_scans", "items"), "node scans"),
        _bars("node scans per path"),
    ),
    Chart(
        "ksf-degree", "", "Average degree of internal k-SF nodes",
        "Children per node that has any; the paper tells 2.6 at k = 2 and 1.3 at k = 16 of "
        f"eclipse. {_NO_BAR}",
        COUNTED, source.structure(column("ksf_internal_degree"), "degrees of the k-SF"),
        _bars("children per internal node"),
    ),
    Chart(
        "overhead-wall", "", "What profiling costs: wall time relative to native",
        f"Wall time of the timed iterations, logarithmic. {_MEANS} {_NO_BAR}",
        TIMED,
        source.against(source.COMPARED, "native", "timed_wall", averages=(MEAN, MEDIAN, GEOMETRIC)),
        _bars("T / T(native)", log=True, reference=1.0),
    ),
    Chart(
        "overhead-whole", "", "What profiling costs: the whole run relative to native",
        "Wall time from the start of the process to its end, logarithmic: with the JVM's start, "
        f"class loading, instrumentation and the writing of profiles. {_MEANS} {_NO_BAR}",
        TIMED,
        source.against(source.COMPARED, "native", "whole_wall", averages=(MEAN, MEDIAN, GEOMETRIC)),
        _bars("T / T(native)", log=True, reference=1.0),
    ),
    Chart(
        "overhead-cpu", "", "What profiling costs: CPU relative to native",
        f"CPU of the target and, where there is one, of the engine's process. {_MEANS} {_NO_BAR}",
        TIMED,
        source.against(source.COMPARED, "native", "total_cpu", averages=(MEAN, MEDIAN, GEOMETRIC)),
        _bars("CPU / CPU(native)", log=True, reference=1.0),
    ),
    Chart(
        "memory-resident", "", "Memory: most that the target had resident, relative to native",
        f"The target's process alone. {_MEANS} {_NO_BAR}",
        TIMED, source.against(source.COMPARED, "native", "rss", averages=(MEAN, MEDIAN)),
        _bars("resident / resident(native)", log=True, reference=1.0),
    ),
    Chart(
        "memory-tables", "", "Memory: the profilers' tables",
        f"MiB of counters, hash tables and forests, wherever they are; logarithmic. {_TRIALS}",
        TIMED, source.per_trial(source.mebibytes, "sizes of tables"), _bars("MiB", log=True),
    ),
    Chart(
        "event-rate", "", "Path completions per second",
        "Millions of path completions per second of the whole process; the native run's are those "
        f"that profiled runs of the same work counted. Logarithmic. {_TRIALS}",
        TIMED, source.per_trial(source.event_rate, "path completions"),
        _bars("millions per second", log=True),
    ),
    Chart(
        "loop-free", "", "Share of path completions that need no stream",
        "Completions in methods without loops, and activations of a single path: they are counted, "
        "not streamed.",
        COUNTED, source.loop_free, _bars("share of completions"),
    ),
    Chart(
        "instrumentation", "", "Time to instrument classes",
        f"Seconds that the agent took to rewrite classes, over the whole run. {_TRIALS}",
        TIMED, source.per_trial(source.instrumentation, "instrumentation times", (MEAN,)),
        _bars("seconds"),
    ),
    Chart(
        "trials", "", "Every trial",
        "Wall time of the timed iterations of each trial. Outliers (beyond 1.5 interquartile "
        "ranges, of four trials or more) are ringed and never dropped; a cross stands for "
        "failed trials.",
        TIMED, source.trials, strip_plots, by_cut=False,
    ),
)  # fmt: skip

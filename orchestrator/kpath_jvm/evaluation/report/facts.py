"""The parts of an experiment's report other than charts and trends: method, machine, trials."""

import json
from typing import Any

import pandas as pd

from kpath_jvm.evaluation.profilers import NATIVE
from kpath_jvm.evaluation.report import markup
from kpath_jvm.evaluation.results.experiment import BENCHMARK, Results, label_of_each, labels
from kpath_jvm.evaluation.results.schema import CUSTOM, METRICS, OFFICIAL, OWN, STAND_IN
from kpath_jvm.reports.output import counted, size

_MODES = {
    "quick": "a quick one: few trials and small inputs, so that timings are only rough",
    "paper": "the whole reproduction of the papers' experiments",
    CUSTOM: "one with a configuration of its own",
}
#: What may be missing from the results: headings, each with the key of a list in experiment.json.
_NOT_THERE = (
    ("Recorded runs that failed, so that structural charts lack them", "failed_recordings"),
    ("Not run", "missing"),
    ("Not shown: trials of another program or configuration that has the same name", "set_aside"),
    ("Left out on purpose", "left_out"),
)
_MOST_UNFOLDED = 12
#: The headings of columns for METRICS.
_METRICS_IN_WORDS = ("wall, timed", "CPU, timed", "wall, whole", "CPU, whole", "memory")


def facts(results: Results) -> dict[str, str]:
    """Returns HTML by section: summary, method, machine, trials, missing."""
    return {
        "summary": _summary(results),
        "method": _method(results) + _kits(results),
        "machine": _machines(results),
        "trials": _trials(results),
        "missing": _missing(results),
    }


def _summary(results: Results) -> str:
    trials, about = results.trials, results.description
    benchmarks = pd.concat([trials[BENCHMARK], results.structure[BENCHMARK]]).drop_duplicates()
    kinds = benchmarks["kind"].value_counts()
    official, stand_ins, own = (int(kinds.get(kind, 0)) for kind in (OFFICIAL, STAND_IN, OWN))
    whose = [counted(own, "own program")] if own else []
    if official or stand_ins or not own:
        both = f"{counted(official, 'official benchmark')} and {counted(stand_ins, 'stand-in')}"
        whose.insert(0, both)
    failed = int((trials["status"] != "ok").sum())
    mode = _MODES.get(results.mode, "one of unknown mode")
    parts = [
        f"The experiment is {mode}. It was started {about.get('started', 'at an unknown time')} "
        f"with kpath-jvm {about.get('version', 'of unknown version')}.",
        f"{', '.join(whose)}; "
        f"{len(trials):,} trials, {failed:,} of them failed; "
        f"{len(results.structure.drop_duplicates([*BENCHMARK, 'cut', 'jvm', 'size'])):,} recorded "
        "runs for the structural charts.",
    ]
    if stand_ins:
        parts.append(
            "An asterisk marks a stand-in: a program that does what the benchmark does, but is not "
            "the suite's own program. No average mixes stand-ins and official benchmarks."
        )
    return "".join(markup.text("p", part) for part in parts)


def _method(results: Results) -> str:
    items: tuple[str, ...] = (
        "Each trial is a process of its own, and the order of trials is random. The iterations "
        "before the timed ones warm the JVM up. Times are those of the timed iterations.",
        "Ratios come from pairs of trials of the same repetition. Bars are arithmetic means, as in "
        "the k-BLPP paper; medians with 95 % bootstrap confidence intervals stand beside them.",
        "Ratios of native runs to other native runs of the same program give the noise floor. A "
        "ratio within the noise floor isn't evidence of a difference.",
        "No outlier is dropped: every trial is shown below.",
        "Structural charts come from one recorded stream of path ids per benchmark. The forests "
        "for every k are built from this stream, and their numbers are exact.",
        "The k-BLPP paper measured Jikes RVM 3.1.3 on an Intel Core2 Duo T9400, with one core in "
        "use.",
    )  # fmt: skip
    lanes = results.description.get("lanes_in_words")
    if isinstance(lanes, str):
        items += (f"How trials share the machine: {lanes}.",)
    entries = "".join(markup.text("li", item) for item in items)
    configuration = json.dumps(results.description.get("configuration", {}), indent=1)
    seed = results.description.get("seed", "unknown")
    return (
        markup.element("ul", entries)
        + markup.text("p", f"Seed of the order of trials: {seed}.")
        + markup.element(
            "details",
            markup.text("summary", "The configuration")
            + markup.text("pre", configuration, tabindex="0"),
        )
    )


def _kits(results: Results) -> str:
    kits = results.description.get("kits") or []
    rows = [
        [str(kit.get(name, "")) for name in ("suite", "title", "file", "version", "sha256")]
        for kit in kits
        if isinstance(kit, dict)
    ]
    columns = ["suite", "release", "file", "the kit's own version", "SHA-256"]
    return markup.table("Official kits", columns, rows) if rows else ""


def _machines(results: Results) -> str:
    if not results.machines:
        return markup.text("p", "The results do not say on which machine they were measured.")
    parts = []
    for number, machine in enumerate(results.machines, 1):
        rows = [(key, _plain(key, value)) for key, value in machine.items() if value is not None]
        parts.append(markup.table(f"Round {machine.get('round', number)}", ["what", "value"], rows))
    rounds = (
        "A benchmark's ratios come from the last round in which a native trial of the benchmark "
        "succeeded; rounds are never pooled."
        if len(parts) > 1
        else ""
    )
    return "".join(parts) + (markup.text("p", rounds) if rounds else "")


def _plain(key: str, value: Any) -> str:
    if key.endswith("_bytes") and isinstance(value, int | float):
        return size(value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_plain(name, inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "; ".join(_plain("", one) for one in value)
    return str(value)


def _trials(results: Results) -> str:
    trials = results.current_trials
    if not len(trials):
        return markup.text("p", "No trial: only recorded runs.")
    keys = label_of_each(trials)
    labelled = trials.assign(label=keys, is_ok=trials["status"] == "ok")
    counts = labelled.pivot_table(
        index="label", columns="profiler", values="is_ok", aggfunc=["sum", "size"], sort=False
    )
    profilers = list(dict.fromkeys(labelled["profiler"]))
    rows = [
        (label, *(_fraction(counts, label, profiler) for profiler in profilers))
        for label in dict.fromkeys(keys)
    ]
    steady = labelled.loc[labelled["is_ok"], "steady"].dropna()
    text = f"{int((~steady.astype(bool)).sum())} of {len(steady)} finished trials were not steady."
    return (
        markup.table(
            f"Finished trials out of those started, all k together ({_rounds(trials)})",
            ["benchmark", *profilers], rows, numeric=range(1, len(profilers) + 1),
        )
        + markup.text("p", text if len(steady) else "Whether trials were steady is not recorded.")
        + _noise(results)
    )  # fmt: skip


def _rounds(trials: pd.DataFrame) -> str:
    """Returns "round 2", or "rounds 1, 3" if the trials are from several rounds."""
    numbers = sorted({int(number) for number in trials["round"]})
    return f"round{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def _fraction(counts: pd.DataFrame, label: str, profiler: str) -> str:
    done: Any = counts.at[label, ("sum", profiler)]
    started: Any = counts.at[label, ("size", profiler)]
    if pd.isna(started):
        return "-"
    return str(int(started)) if done == started else f"{int(done)} of {int(started)}"


def _noise(results: Results) -> str:
    table = results.ratios
    table = table[
        (table["baseline"] == NATIVE.name) & (table["form"] == "ratio") & table["noise_low"].notna()
    ]
    if not len(table):
        return markup.text("p", "No noise floor: native was not run three times.")
    names = labels(table)
    rows = []
    for (key, jvm, benchmark_size), group in table.groupby(
        [table[BENCHMARK].apply(tuple, axis=1), "jvm", "size"], sort=False
    ):
        bands = [
            f"{one['noise_low'].min():.3f} to {one['noise_high'].max():.3f}" if len(one) else "-"
            for metric in METRICS
            for one in [group[group["metric"] == metric]]
        ]
        rows.append((names[key], str(jvm), str(benchmark_size), *bands))
    return markup.table(
        "Noise floor: native against native",
        ["benchmark", "JVM", "size", *_METRICS_IN_WORDS],
        rows,
        numeric=range(3, 3 + len(METRICS)),
    )


def _missing(results: Results) -> str:
    parts = []
    failed = results.trials[results.trials["status"] != "ok"]
    if len(failed):
        names = labels(failed)
        rows = [
            (names[row["suite"], row["benchmark"], row["kind"]], _combination(row),
             row["round"], row["trial"], row["status"], row["reason"])
            for _, row in failed.iterrows()
        ]  # fmt: skip
        columns = ["benchmark", "profiler", "round", "trial", "status", "reason"]
        parts.append(markup.table("Failed trials", columns, rows, numeric=(2, 3)))
    else:
        parts.append(markup.text("p", "No trial failed."))
    out = results.structure[results.structure["status"] == "memory"]
    if len(out):
        names = labels(out)
        lacking = [
            (names[row["suite"], row["benchmark"], row["kind"]], row["cut"], row["k"], row["jvm"])
            for _, row in out.iterrows()
        ]
        columns = ["benchmark", "cut", "k", "JVM"]
        parts.append(markup.table("Forests that ran out of memory", columns, lacking, numeric=(2,)))
    for title, key in _NOT_THERE:
        lines = results.description.get(key) or []
        parts += [_list(title, [str(line) for line in lines])] if lines else []
    reason = results.description.get("no_hardware_counters")
    if reason:
        parts.append(markup.text("p", f"Hardware counters: {reason}."))
    return "".join(parts)


def _list(title: str, lines: list[str]) -> str:
    listed = markup.element("ul", "".join(markup.text("li", line) for line in lines))
    if len(lines) <= _MOST_UNFOLDED:
        return markup.text("p", f"{title}:") + listed
    return markup.element("details", markup.text("summary", f"{title}: {len(lines)}") + listed)


def _combination(row: "pd.Series[Any]") -> str:
    parts = [str(row["profiler"])]
    if not pd.isna(row["k"]):
        parts.append(f"k = {row['k']}")
    parts += [row["cut"]] if row["cut"] else []
    parts += [f"scope {row['scope']}"] if row["scope"] else []
    return ", ".join([*parts, f"JVM {row['jvm']}"])

"""Reads the results of one experiment: its description, tables and views."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.rounds import of_last_rounds
from kpath_jvm.evaluation.results.schema import CUTS, STAND_IN
from kpath_jvm.evaluation.results.tables import read_if_there
from kpath_jvm.regular_files import read_bytes

_MOST_DESCRIPTION_BYTES = 64 << 20
#: The beginnings of suites' names, in the order of the k-BLPP paper. Other suites come after these,
#: sorted by name.
_SUITES = ("dacapo", "spec", "grande")
BENCHMARK = ["suite", "benchmark", "kind"]
#: The four benchmarks whose overhead rises with k according to section 4.2 of the k-BLPP paper.
OUTLIERS = ("compress", "scimark.monte_carlo", "heapsort", "md")
#: The benchmarks that the k-BLPP paper's text mentions because of their short loops.
SHORT_LOOPS = ("avrora", "hsqldb")


@dataclass(frozen=True)
class ChartView:
    """What one chart shows: one JVM, one size of input, one way to cut paths."""

    jvm: str
    size: str
    cut: str

    def text(self) -> str:
        """Returns the view in the words of a caption."""
        return f"JVM {self.jvm}, size {self.size}, paths cut at {self.cut.replace('-', ' ')}s"

    def suffix(self, main: ChartView) -> str:
        """Returns the view's part of file names; "" for the main view."""
        parts = [
            self.cut if self.cut != main.cut else "",
            "jvm" + self.jvm.replace(" ", "-") if self.jvm != main.jvm else "",
            self.size if self.size != main.size else "",
        ]
        return "".join(f"-{part}" for part in parts if part)


class Results:
    """The directory of an experiment's results; tables are read when they are first asked for."""

    @checked
    def __init__(self, path: str | Path) -> None:
        """Raises KpathError when ``path`` isn't a directory."""
        self.path = Path(path)
        if not self.path.is_dir():
            raise KpathError(f"no results in {path}: it is not a directory")
        self._tables: dict[str, pd.DataFrame] = {}

    @cached_property
    def description(self) -> dict[str, Any]:
        """The content of experiment.json; {} if there is no such file."""
        found = _read_json(self.path / "experiment.json")
        return found if isinstance(found, dict) else {}

    @cached_property
    def machines(self) -> list[dict[str, Any]]:
        """The descriptions of machines, one per round; [] without the file machines.json."""
        found = _read_json(self.path / "machines.json")
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    @property
    def trials(self) -> pd.DataFrame:
        """The table trials.csv, in the order of benchmarks."""
        return self.table("trials")

    @checked
    def table(self, name: str) -> pd.DataFrame:
        """Returns a table with rows in the order of benchmarks; empty if there is no file.

        A table without columns that name a benchmark, such as ``iterations``, keeps its order.
        """
        if name not in self._tables:
            found = read_if_there(self.path, name)
            is_of_benchmarks = set(BENCHMARK) <= set(found.columns)
            self._tables[name] = in_order(found) if is_of_benchmarks else found
        return self._tables[name]

    @property
    def iterations(self) -> pd.DataFrame:
        """The table iterations.csv."""
        return self.table("iterations")

    @property
    def structure(self) -> pd.DataFrame:
        """The table structure.csv, in the order of benchmarks."""
        return self.table("structure")

    @property
    def ratios(self) -> pd.DataFrame:
        """The table ratios.csv, in the order of benchmarks."""
        return self.table("ratios")

    @cached_property
    def counters(self) -> pd.DataFrame:
        """The table counters.csv; empty where the machine has no hardware counters."""
        return read_if_there(self.path, "counters")

    @property
    def mode(self) -> str:
        """The mode: quick, paper or custom; "" if it isn't recorded."""
        return str(self.description.get("mode", ""))

    @cached_property
    def views(self) -> list[ChartView]:
        """The views that have any data, the main one first.

        The k-BLPP paper's cut at loop headers comes before our cut at back edges. Among views with
        the same cut, JVMs and sizes with more rows come first.
        """
        rows: Counter[tuple[str, str]] = Counter()
        cuts: dict[tuple[str, str], set[str]] = {}
        for table in (self.trials, self.structure, self.ratios):
            for jvm, size, cut in zip(table["jvm"], table["size"], table["cut"], strict=True):
                rows[jvm, size] += 1
                cuts.setdefault((jvm, size), set()).add(cut)
        found = []
        for (jvm, size), _ in sorted(rows.items(), key=lambda entry: (-entry[1], entry[0])):
            # If no profiler numbers paths, the cut has no effect, and the first cut is shown.
            named = [cut for cut in CUTS[1:] if cut in cuts[jvm, size]] or [CUTS[1]]
            found += [ChartView(jvm, size, cut) for cut in named]
        return sorted(found, key=lambda view: CUTS.index(view.cut)) if found else []

    @cached_property
    def current_trials(self) -> pd.DataFrame:
        """The rows of trials.csv that figures show; all rows of a benchmark are from one round."""
        return of_last_rounds(self.trials)

    @checked
    def of_view(self, name: str, view: ChartView) -> pd.DataFrame:
        """Returns a table's rows for the view's JVM and size.

        For the table "trials", these are only rows of ``current_trials``.
        """
        table = self.current_trials if name == "trials" else self.table(name)
        return table[(table["jvm"] == view.jvm) & (table["size"] == view.size)]


def in_order(table: pd.DataFrame) -> pd.DataFrame:
    """Returns rows stably sorted by suite, benchmark and kind.

    The k-BLPP paper's suites come first. All releases of such a suite count as one suite.
    """
    keys = table[BENCHMARK].apply(tuple, axis=1) if len(table) else pd.Series(dtype=object)
    ranked = sorted(set(keys), key=_rank)
    position = {key: at for at, key in enumerate(ranked)}
    order = keys.map(position).sort_values(kind="stable").index if len(table) else table.index
    return table.loc[order].reset_index(drop=True)


def _rank(key: tuple[str, str, str]) -> tuple[int, str, str, str]:
    suite, benchmark, kind = key
    known = [at for at, beginning in enumerate(_SUITES) if suite.startswith(beginning)]
    at = known[0] if known else len(_SUITES)
    # Releases of a suite (dacapo-2006, dacapo-9.12) share benchmarks. A benchmark's results from
    # all releases are adjacent.
    return at, benchmark if known else "", kind, f"{suite} {benchmark}"


def labels(table: pd.DataFrame) -> dict[tuple[str, str, str], str]:
    """Returns a short name for each benchmark of a table; a stand-in's name ends in an asterisk.

    The short name is the first of these names that is unique: the name without "scimark.", the
    suite with this shortened name, or the suite with the whole name.
    """
    keys = list(dict.fromkeys(map(tuple, table[BENCHMARK].to_numpy().tolist())))
    names = {}
    for suite, name, kind in keys:
        short = name.removeprefix("scimark.")
        names[suite, name, kind] = (short, f"{suite}:{short}", f"{suite}:{name}")
    stars = {key: "*" if key[2] == STAND_IN else "" for key in names}
    owners = Counter((way, stars[key]) for key, ways in names.items() for way in ways[:2])
    return {
        key: next((way for way in ways[:2] if owners[way, stars[key]] == 1), ways[2]) + stars[key]
        for key, ways in names.items()
    }


def label_of_each(table: pd.DataFrame) -> list[str]:
    """Returns the short name of each row's benchmark."""
    names = labels(table)
    return [names[key] for key in map(tuple, table[BENCHMARK].to_numpy().tolist())]


def is_named(benchmark: str, published: str) -> bool:
    """Returns whether a benchmark is the one that the k-BLPP paper calls ``published``.

    The paper writes scimark.monte_carlo and md; kits also call them monte_carlo and moldyn.
    """
    other_names = {"md": {"moldyn"}}
    wanted = {published, published.rpartition(".")[2]} | other_names.get(published, set())
    return bool({benchmark, benchmark.rpartition(".")[2]} & wanted)


def named_in_paper(published: Sequence[str], labels_here: Iterable[str]) -> list[str]:
    """Returns the labels of the benchmarks that the k-BLPP paper calls by the names ``published``.

    The labels are in the order of these names.
    """
    own = {label: label.removesuffix("*").rpartition(":")[2] for label in labels_here}
    return [label for name in published for label in own if is_named(own[label], name)]


def _read_json(path: Path) -> Any:
    try:
        return json.loads(read_bytes(path, _MOST_DESCRIPTION_BYTES))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise KpathError(f"{path} is damaged: it is not JSON") from error

"""Returns the trend of figures over a store's runs as a pandas table, for the Python interface."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from kpath_jvm.arguments import ArgumentError, checked
from kpath_jvm.fleet import asking
from kpath_jvm.fleet import trend as trends
from kpath_jvm.fleet.choices import BYS, ENGINES, LOCAL
from kpath_jvm.fleet.figures import asked
from kpath_jvm.store.store import Chosen, Store, day_of

_WHOLE = ("runs", "known_runs", "sum", "methods", "kept", "broken")
_REAL = (
    "per_run", "lower_bound", "upper_bound", "least", "most", "change", "since_first", "per_entry",
    "per_entry_change", "at_least", "at_most",
)  # fmt: skip


@checked
def trend(
    store: str | Path,
    figures: Sequence[str] = ("total",),
    *,
    rules: str | Path | None = None,
    by: str = "run",
    service: str | None = None,
    version: str | None = None,
    since: str | None = None,
    until: str | None = None,
    engine: str = "duckdb",
    master: str = LOCAL,
) -> pd.DataFrame:
    """Returns how figures of a store's runs have changed, as ``kpath-jvm fleet trend`` does.

    ``store`` is a directory, or the URI of an object store. A figure is written as on the command
    line, such as ``"total(Parser.word)"`` or ``"iterations(Parser.word:42)"``. ``rules`` is a file
    of rules for ``kpath-jvm check``, whose figures are added. ``by`` is "run", "day" or "version".
    ``service``, ``version``, ``since`` and ``until`` choose runs; days are written as "2026-11-23".
    ``engine`` is "duckdb" or "spark"; only Spark uses ``master``.

    There is a row for each figure and each run, day or version of a service. Rows are ordered by
    figure, then by service, then by time. Columns:

    - ``figure``, its ``kind``, and ``service``; ``per``: the methods by whose entries a rule
      divides the figure, missing if it doesn't;
    - ``versions`` and ``java_versions``: lists of the versions of the service and of Java in the
      row's runs. ``java_versions`` is empty unless each run's version of Java is known;
    - ``first_day`` and ``last_day`` of the runs;
    - ``run``: the profile's id, only if ``by`` is "run";
    - ``runs``: the number of runs; ``known_runs``: the number of runs for which the figure is
      known. The next columns are about the runs with a known figure;
    - ``sum``: only for counts; ``per_run``: the mean; ``lower_bound`` and ``upper_bound``: bounds
      of the mean. They differ from the mean only for figures of loops, branches and paths, and only
      if paths were cut off;
    - ``least`` and ``most``: the lowest and the highest figure of a run; missing if a profile is a
      sum of several runs;
    - ``change``: relative to the row before, 0.1 for 10 % more; ``since_first``: relative to the
      first row with a figure above 0. Each is missing if there is no figure to compare with. For
      shares, they are differences: 0.02 for 2 points;
    - ``methods``: the number of methods that the figure names; missing for figures of loops,
      branches and paths, and for the total of all methods;
    - ``per_entry``: bytecodes per entry of the methods that the figure names. If there are several,
      this is the mean over the entries of all of them. ``per_entry_change``: how it has changed,
      relative to the row before;
    - ``at_least`` and ``at_most``: the bounds of a rule; ``kept`` and ``broken``: how many of the
      row's profiles keep the rule and how many break it;
    - ``differs_in``: a list of what isn't as in the run before: "arguments", "JVM options", "class
      path" or "Java". The notes say what it was and what it is;
    - ``change_spans`` and ``since_first_spans``: lists of what isn't the same in all runs that the
      change is between: "arguments", "JVM options" or "Java". If a list isn't empty, the change may
      come from that and not from the code;
    - ``alike``: the latest earlier row of the service whose runs aren't known to differ in these,
      so that only the code differs: its run's id, its day or its version; missing if there is none;
    - ``verdict``: what the counts of the row's runs are worth;
    - ``why``: "not recorded", "not known" or "never ran" if the row has no figure.

    A figure that isn't known is missing. ``attrs["completeness"]`` says what the counts of all runs
    are worth, and ``attrs["notes"]`` has notes on what else users must know about the runs. Raises
    KpathError for runs that can't be asked about together (docs/verbs/fleet.md), and for a figure
    that no run has.
    """
    for name, value, known in (("by", by, BYS), ("engine", engine, ENGINES)):
        if value not in known:
            raise ArgumentError(f"trend: {name} is {value!r}; give {' or '.join(known)}")
    first, last = (None if day is None else day_of(day).isoformat() for day in (since, until))
    wanted = asked(figures, None if rules is None else Path(rules))
    if not wanted:
        raise ArgumentError("trend: figures is empty; give one, such as 'total'")
    found = trends.trend(
        Store(str(store)), Chosen(service, version, first, last), wanted, by,
        asking.opened_by(engine, master),
    )  # fmt: skip
    frame: pd.DataFrame = pd.DataFrame(found.rows, columns=list(found.columns))
    typed: pd.DataFrame = frame.astype(
        dict.fromkeys(_WHOLE, "Int64") | dict.fromkeys(_REAL, "Float64")
    )
    typed.attrs["completeness"] = found.completeness.document()
    typed.attrs["notes"] = list(found.notes)
    return typed

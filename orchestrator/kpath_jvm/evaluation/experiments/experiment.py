"""Shows a plan, runs it, and reports how it ended, for `experiment` and `reproduce`."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from kpath_jvm.evaluation.experiments.planning.configuration import Experiment
from kpath_jvm.evaluation.experiments.planning.estimates import in_words
from kpath_jvm.evaluation.experiments.planning.plan import Plan
from kpath_jvm.evaluation.experiments.running.runner import RunOutcome
from kpath_jvm.evaluation.experiments.running.session import Settings, outline, run_experiment
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.output import counted

_MINUTE_SECONDS = 60.0
_SHOWN = 10
_MOST_PROCESSES = 4
INTERRUPTED = 130


def with_lanes(experiment: Experiment, lanes: int | None) -> Experiment:
    """Returns the experiment with this number of lanes; None leaves the experiment unchanged."""
    return experiment if lanes is None else replace(experiment, lanes=lanes)


def show_plan(plan: Plan, root: Path, settings: Settings) -> None:
    """Prints all recorded runs and trials in order, and how long they may take together."""
    lines, seconds = outline(plan, root)
    for number, line in enumerate(lines, 1):
        click.echo(f"{number:>5}  {printable(line)}")
    budget = _budget_seconds(plan, settings)
    limit = f"; no run starts that would end after {in_words(budget)}" if budget else ""
    click.echo(
        f"{counted(len(lines), 'run')}, about {in_words(seconds)}"
        f"{' together' if len(lines) > 1 else ''} (for what was never run in {root}, this is a "
        f"rough guess; the real time may be many times as long){limit}; seed {plan.seed}"
    )


def carry_out(plan: Plan, root: Path, settings: Settings) -> int:
    """Runs a plan, reports how it ended, and returns the exit status."""
    settings = replace(settings, budget_seconds=_budget_seconds(plan, settings))
    try:
        outcome = run_experiment(plan, root, settings)
    except KeyboardInterrupt:
        say(f"interrupted; run the same command again to continue in {root}")
        return INTERRUPTED
    tell(outcome, root)
    return 1 if outcome.failures and not _any_succeeded(root) else 0


def _budget_seconds(plan: Plan, settings: Settings) -> float | None:
    minutes = plan.experiment.budget_minutes
    if settings.budget_seconds is None and minutes is not None:
        return minutes * _MINUTE_SECONDS
    return settings.budget_seconds


def present(root: Path, figures: Sequence[str] | None = None) -> None:
    """Draws the figures (None: all), writes the report, and prints where these files are."""
    # The modules that draw figures import matplotlib, which takes a second.
    from kpath_jvm.evaluation.figures import draw_all
    from kpath_jvm.evaluation.report.page import write_page

    drawn = draw_all(root, figures, processes=min(_MOST_PROCESSES, len(os.sched_getaffinity(0))))
    page = write_page(root)
    say(f"{len(drawn)} files of figures in {root / 'figures'}")
    say(f"report {page}")


def tell(outcome: RunOutcome, root: Path) -> None:
    """Prints what was run, what failed, what is missing, and what was set aside."""
    say(f"{outcome.ran} run{'s' * (outcome.ran != 1)} done; tables in {root / 'tables'}")
    _list("failed (--retry-failed runs them again)", outcome.failures)
    _list("missing", outcome.missing)
    _list("set aside", outcome.set_aside)
    if outcome.out_of_budget:
        say("the time was used up; run the same command again to do what is missing")


def say(line: str) -> None:
    """Writes a line to stderr."""
    print(f"kpath-jvm: {printable(line)}", file=sys.stderr, flush=True)


def _list(what: str, lines: list[str]) -> None:
    if lines:
        say(f"{len(lines)} {what}:")
    for line in lines[:_SHOWN]:
        say(f"  {line}")
    if len(lines) > _SHOWN:
        say(f"  and {len(lines) - _SHOWN} more, in experiment.json")


def _any_succeeded(root: Path) -> bool:
    from kpath_jvm.evaluation.results.tables import read_if_there

    trials = read_if_there(root, "trials")
    return bool((trials["status"] == "ok").any()) or len(read_if_there(root, "structure")) > 0

"""The options of verbs that run the trials of a plan."""

from dataclasses import dataclass
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import flag, option
from kpath_jvm.evaluation.experiments.running.session import Settings

_HOUR_SECONDS = 3600.0


@dataclass(frozen=True)
class TrialOptions:
    """The options that control how a plan is run."""

    budget_hours: Annotated[
        float | None,
        option(
            "--budget",
            type=click.FloatRange(min=0, min_open=True),
            metavar="HOURS",
            help="Start no trial that would end after this many hours; run the same command again "
            "to go on.  [default: the experiment's, or no limit]",
        ),
    ]
    lanes: Annotated[
        int | None,
        option(
            "--lanes",
            type=click.IntRange(min=1),
            metavar="N",
            help="Run N trials at a time, each pinned to a CPU of its own.  "
            "[default: the experiment's, or 1]",
        ),
    ]
    resume: Annotated[
        bool,
        flag(
            "--resume",
            help="Go on with an earlier run in the directory of the results; it is an error if "
            "there is none. Without this option, a new run begins if there is none.",
        ),
    ]
    retry_failed: Annotated[bool, flag("--retry-failed", help="Run failed trials again.")]
    dry_run: Annotated[
        bool,
        flag("--dry-run", help="Only show the runs and trials, and how long they may take."),
    ]

    def settings(self) -> Settings:
        """Returns the settings with which the plan is run."""
        hours = self.budget_hours
        seconds = None if hours is None else hours * _HOUR_SECONDS
        return Settings(self.retry_failed, seconds, self.resume)

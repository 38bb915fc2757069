"""``kpath-jvm experiment``: runs a TOML file's benchmarks with the file's profilers, repeatedly."""

from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.kits import KitOptions
from kpath_jvm.cli.options.parameters import output_option
from kpath_jvm.cli.options.trials import TrialOptions
from kpath_jvm.evaluation.experiments.experiment import (
    INTERRUPTED,
    carry_out,
    present,
    show_plan,
    with_lanes,
)
from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.document import named
from kpath_jvm.evaluation.experiments.planning.plan import make_plan


@verb("experiment")
def command(
    experiment: Annotated[str, argument(metavar="FILE.toml|NAME")],
    output: Annotated[
        Path | None,
        output_option(
            "DIR",
            "Directory of the results; trials that have results there are not run again.  "
            "[default: kpath-NAME-results here]",
        ),
    ],
    settings: Annotated[
        tuple[str, ...],
        option(
            "--set",
            multiple=True,
            metavar="KEY=VALUE",
            help="Override a value of the file, such as repetitions=3 or limits.trial_seconds=60; "
            "repeatable.",
        ),
    ],
    report: Annotated[
        bool,
        flag(
            "--report",
            help="Afterwards, draw the figures and write report.html from all results so far.",
            found=Found.VALUE,
        ),
    ],
    trials: TrialOptions,
    kits: KitOptions,
) -> int:
    """Run an experiment, or continue it where it was interrupted.

    \b
    kpath-jvm experiment mine.toml -o results
    kpath-jvm experiment startup --set repetitions=5 --dry-run
    kpath-jvm experiment kits --dacapo-jar dacapo-9.12-MR1-bach.jar --spec-home DIR --report

    docs/experiments.md says how to write the file of an experiment.
    """
    chosen = with_lanes(read_experiment(named(experiment), settings), trials.lanes)
    plan = make_plan(chosen, kits.places())
    root = output or Path(f"kpath-{chosen.name}-results")
    if trials.dry_run:
        show_plan(plan, root, trials.settings())
        return 0
    status = carry_out(plan, root, trials.settings())
    if report and status != INTERRUPTED:
        present(root)
    return status

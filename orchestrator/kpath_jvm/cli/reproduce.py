"""``kpath-jvm reproduce``: the papers' evaluations, figures and a report, by one command."""

from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import PATH, kit_options, taken_kits
from kpath_jvm.evaluation.experiments.experiment import running_options
from kpath_jvm.evaluation.experiments.reproduce import ReproduceRequest, reproduce
from kpath_jvm.evaluation.results.papers import named


@click.command("reproduce")
@option(
    "--quick",
    is_flag=True,
    help="All embedded benchmarks at their small size, few trials, 15 minutes.  [default]",
    found=Found.VALUE,
)
@option(
    "--paper",
    is_flag=True,
    help="The whole method of the paper; hours to days: see --budget.",
    found=Found.VALUE,
)
@option(
    "--only",
    metavar="NAMES",
    help="These benchmarks, as eclipse,hsqldb or specjvm2008/*.  [default: all]",
    found=Found.VALUE,
)
@option(
    "--figures",
    metavar="NAMES",
    help="These figures and what they need, as 8,11 or overhead.  [default: all]",
    found=Found.VALUE,
)
@option(
    "--of",
    "papers",
    metavar="PAPERS",
    help="What these papers measured, by name: delia (k-BLPP, 2013), ball-larus, tallam, yasue, "
    "roy-srikant; with commas between.  [default: all]",
    found=Found.VALUE,
)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="DIR",
    help="Directory of the results.  [default: kpath-reproduce-quick or -paper here]",
    found=Found.INSIDE,
)
@running_options
@kit_options
def command(
    quick: bool,
    paper: bool,
    only: str | None,
    figures: str | None,
    papers: str | None,
    output: Path | None,
    budget_hours: float | None,
    lanes: int | None,
    retry_failed: bool,
    dry_run: bool,
    **options: Any,
) -> int:
    """Run the papers' experiments, draw their figures, judge what they say.

    \b
    kpath-jvm reproduce
    kpath-jvm reproduce --paper --budget 8
    kpath-jvm reproduce --only eclipse,heapsort --figures 8,11
    kpath-jvm reproduce --of roy-srikant,tallam

    What is done is not run again, whatever interrupted it, on the same machine.
    """
    if quick and paper:
        raise click.UsageError("--quick and --paper exclude each other; give one of them")
    mode = "paper" if paper else "quick"
    return reproduce(
        ReproduceRequest(
            mode=mode,
            only=_names(only),
            figures=_names(figures),
            papers=named(_names(papers) or ()),
            root=output or Path(f"kpath-reproduce-{mode}"),
            budget_hours=budget_hours,
            lanes=lanes,
            retry_failed=retry_failed,
            dry_run=dry_run,
            kits=taken_kits(options),
        )
    )


def _names(text: str | None) -> tuple[str, ...] | None:
    """The words between the commas; None if nothing was said."""
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise click.UsageError(f"{text!r} names nothing; give names with commas between them")
    return names

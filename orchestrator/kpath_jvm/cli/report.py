"""``kpath-jvm report``: what a profile holds."""

import json
import sys
from pathlib import Path

import click

from kpath_jvm.cli.parameters import (
    WholeNumber,
    no_merge_option,
    profile_argument,
    shown_k_option,
    sources_option,
    thread_option,
)


@click.command("report")
@profile_argument
@shown_k_option
@click.option(
    "--top", type=WholeNumber(1, 10_000), default=10, show_default=True, metavar="N",
    help="Rows of each table.",
)
@click.option(
    "--method", default=None, metavar="CLASS.METHOD",
    help="Show one method only, as Scanner.scan or a.b.C.m(I)V.",
)
@sources_option
@no_merge_option
@click.option("--json", "as_json", is_flag=True, help="Print the same data as one JSON object.")
@thread_option
def command(
    profile: Path,
    k: int | None,
    top: int,
    method: str | None,
    sources: tuple[Path, ...],
    no_merge: bool,
    as_json: bool,
    thread: str | None,
) -> None:
    """Show what a profile holds: what was profiled and what was not, and what is hot in it.

    \b
    kpath-jvm report eclipse.kpath --top 20
    kpath-jvm report eclipse.kpath --method Scanner.checkTaskTag --sources ecj-sources.jar
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.output import write
    from kpath_jvm.reports.report import renderables
    from kpath_jvm.reports.summary import ReportOptions, summarise
    from kpath_jvm.source.annotation import SourceTexts

    keep_pandas_out()
    texts = SourceTexts(sources) if sources else None
    options = ReportOptions(k=k, top=top, method=method, merge=not no_merge)
    summary = summarise(Profile.open(profile, thread), options, texts)
    if as_json:
        json.dump(summary, sys.stdout, indent=2)
        sys.stdout.write("\n")
    else:
        write(sys.stdout, None, *renderables(summary))

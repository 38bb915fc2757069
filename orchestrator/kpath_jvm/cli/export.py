"""``kpath-jvm export``: a profile for other programs."""

import sys
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.parameters import PATH, profile_argument, thread_option
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing


@click.command("export")
@profile_argument
@click.option(
    "--format", "kind", type=click.Choice(["jsonl", "csv", "parquet"]), required=True,
    help="jsonl: one object per method; csv, parquet: one row per sequence.",
)
@click.option(
    "-o", "--output", type=PATH, metavar="FILE",
    help="File to write.  [default: stdout; parquet needs a file]",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@thread_option
def command(
    profile: Path, kind: str, output: Path | None, force: bool, thread: str | None
) -> None:
    """Write a profile's sequences of all lengths, with their paths decoded in jsonl.

    \b
    kpath-jvm export eclipse.kpath --format jsonl -o eclipse.jsonl
    kpath-jvm export eclipse.kpath --format csv | head

    In csv, a name that begins with =, +, - or @ gets an apostrophe in front, so that no
    spreadsheet takes it for a formula. docs/formats/export.md describes the formats.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports import export

    if kind == "parquet" and output is None:
        raise KpathError("parquet is no text for stdout; name a file with -o FILE", 2)
    keep_pandas_out()
    opened = Profile.open(profile, thread)
    if output is None:
        # Names may be any Unicode, whatever the terminal's encoding.
        text: Any = sys.stdout
        text.reconfigure(encoding="utf-8", newline="\n")
        {"jsonl": export.write_jsonl, "csv": export.write_csv}[kind](opened, sys.stdout)
        sys.stdout.flush()
    elif kind == "parquet":
        with replacing(output, force) as sink:
            export.write_parquet(opened, sink)
    else:
        with replacing(output, force, "utf-8") as stream:
            {"jsonl": export.write_jsonl, "csv": export.write_csv}[kind](opened, stream)

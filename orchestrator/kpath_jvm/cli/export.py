"""``kpath-jvm export``: a profile for other programs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from kpath_jvm.cli.parameters import thread_option
from kpath_jvm.errors import KpathError


@click.command("export")
@click.argument("profile", type=click.Path(path_type=Path))
@click.option(
    "--format", "kind", type=click.Choice(["jsonl", "csv", "parquet"]), required=True,
    help="jsonl: one object per method; csv, parquet: one row per sequence.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, metavar="FILE",
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
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports import export

    if kind == "parquet" and output is None:
        raise KpathError("parquet is no text for stdout; name a file with -o FILE", 2)
    opened = Profile.open(profile, thread)
    if output is None:
        # Names may be any Unicode, whatever the terminal's encoding.
        text: Any = sys.stdout
        text.reconfigure(encoding="utf-8", newline="\n")
        {"jsonl": export.write_jsonl, "csv": export.write_csv}[kind](opened, sys.stdout)
        sys.stdout.flush()
    elif kind == "parquet":
        with _replacing(output, force) as sink:
            export.write_parquet(opened, sink)
    else:
        with _replacing(output, force, "utf-8") as stream:
            {"jsonl": export.write_jsonl, "csv": export.write_csv}[kind](opened, stream)


@contextmanager
def _replacing(output: Path, force: bool, encoding: str | None = None) -> Iterator[IO[Any]]:
    """Open a file that takes the name ``output`` only when it is complete."""
    if os.path.lexists(output) and not force:
        raise KpathError(f"{output} exists; pass --force to replace it or choose another output")
    if output.is_dir():
        raise KpathError(f"{output} is a directory; name a file")
    temporary = output.with_name(f".{output.name}.{os.getpid()}.new")
    # Exclusively: whoever guesses the name must not have us write somewhere else.
    mode, newline = ("x", "\n") if encoding else ("xb", None)
    created = False
    try:
        with temporary.open(mode, encoding=encoding, newline=newline) as stream:
            created = True
            yield stream
        temporary.replace(output)
    except OSError as error:
        raise KpathError(
            f"cannot write {output}: {error.strerror or error}; choose another output"
        ) from error
    finally:
        if created:
            temporary.unlink(missing_ok=True)

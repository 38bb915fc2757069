"""The entry point: the group of verbs, and how errors end a command."""

import contextlib
import errno
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest

# One line each, so that --help need not import them.
VERBS = {
    "run": "Run a Java program or a workload and record its profile.",
    "report": "Show what a profile holds: the hottest sequences, methods and paths.",
    "tree": "Show the sequences of one method as a tree.",
    "export": "Write a profile as jsonl, csv or parquet.",
    "build": "Make profiles of a recording: of `run --record`, or of the agent alone.",
    "structure": "Compute the sizes of the paper's structures for a recorded stream.",
    "recover": "List what killed runs have left, and make their profiles.",
    "experiment": "Run benchmarks under several profilers, as a TOML file says.",
    "reproduce": "Run the paper's evaluation and draw its figures.",
    "workloads": "List the workloads that can be run by name.",
    "doctor": "Check what is installed and say what is missing.",
}
_OWN_FAILURE = 125
_WRONG_USAGE = 2
_INTERRUPTED = 130
_BROKEN_PIPE = 141
_OBJECTS_BETWEEN_COLLECTIONS = 100_000
# Where looking at a path that was given fails, instead of finding that nothing is there.
_OUT_OF_REACH = {errno.ENAMETOOLONG, errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE}


class _ReaderGoneError(Exception):
    """Nobody reads our output any more; click would take a BrokenPipeError for a status of 1."""


class Verbs(click.Group):
    """The verbs, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"kpath_jvm.cli.{cmd_name}")
        verb: click.Command = module.command
        return verb

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            raise click.UsageError(f"no verb {args[0]!r}{nearest(args[0], VERBS)}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kpath-jvm")
def group() -> None:
    """Exact profiles of sequences of loop iterations of Java programs.

    \b
    kpath-jvm run dacapo eclipse -k 8
    kpath-jvm run -k 4 -- java -cp classes Main
    kpath-jvm report NAME.kpath
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a verb and ends the process with its status."""
    # Modules and tables stay until the end: looking for garbage among them a hundred times finds
    # none, and takes a twelfth of a short command's time.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    _fill_closed_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    status = run_verb(given)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = _swallow_broken_pipe()
    engine = sys.modules.get("kpath_jvm.engine.jvm")
    if engine is not None:
        engine.end_process(status)
    sys.exit(status)


def run_verb(arguments: Sequence[str]) -> int:
    """Runs a verb; returns its exit status, having printed one line on stderr if it failed."""
    is_run = bool(arguments) and arguments[0] == "run"
    try:
        result = group.main(list(arguments), prog_name="kpath-jvm", standalone_mode=False)
    except KpathError as error:
        return _failed(str(error), error.exit_status)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return _WRONG_USAGE
    except click.UsageError as error:
        return _failed(_usage_line(error), _OWN_FAILURE if is_run else _WRONG_USAGE)
    except click.ClickException as error:
        return _failed(error.format_message(), _OWN_FAILURE if is_run else 1)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except (_ReaderGoneError, BrokenPipeError):
        return _swallow_broken_pipe()
    except Exception as error:
        status = _OWN_FAILURE if is_run else 1
        if isinstance(error, OSError) and error.errno in _OUT_OF_REACH and error.filename:
            return _failed(f"{error.filename}: {error.strerror}; name another place", status)
        traceback.print_exc()
        return _failed("this is a bug of kpath-jvm", status)
    return result if isinstance(result, int) else 0


def _usage_line(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx is not None else "kpath-jvm"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message} (see `{path} --help`)"


def _failed(message: str, status: int) -> int:
    from kpath_jvm.profile.names import printable

    # If nobody reads our stderr, the status still says it.
    with contextlib.suppress(OSError):
        print(f"kpath-jvm: {printable(message)}", file=sys.stderr, flush=True)
    return status


def _fill_closed_streams() -> None:
    """Gives a stream that was closed when we were started to /dev/null.

    Otherwise the next file to be opened would take its number. A target finds it closed as before.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number, inheritable=False)
                os.close(descriptor)
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))


def _swallow_broken_pipe() -> int:
    """Keeps Python from complaining at exit about a reader that has gone, as ``| head`` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return _BROKEN_PIPE


if __name__ == "__main__":
    main()

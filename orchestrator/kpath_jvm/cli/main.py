"""The entry point: the group of verbs, and how errors end a command."""

import contextlib
import errno
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kpath_jvm import __version__
from kpath_jvm.cli import catch_interrupts
from kpath_jvm.cli.options import defaults
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import closest, nearest, suggestion
from kpath_jvm.process_end import ProcessEnd

# One line for each verb, so that --help needn't import the verbs.
TASKS = {
    "Record a program": {
        "run": "Run a Java program or a workload and record its profile.",
        "attach": "Record a Java program that is already running, for a while.",
        "live": "Watch a recording that is under way: what is hot now.",
        "ctl": "Control a recording while it runs: status, dump, reset, stop, start.",
        "build": "Make profiles of a recording: of `run --record`, or of the agent alone.",
        "recover": "List what killed runs have left, and make their profiles.",
    },
    "Read a profile": {
        "report": "Show what a profile holds: the loops, methods and paths that cost most.",
        "html": "Write a profile as one page, which a browser opens from disk.",
        "tree": "Show the sequences of one method as a tree.",
        "draw": "Draw a method's control-flow graph or its tree: SVG, PNG or DOT.",
        "branches": "Show how often branches went which way, and what decides them.",
        "advise": "Say what the iterations of hot loops suggest about changing them.",
        "export": "Write a profile for other programs: tables, or stacks for flame graphs.",
    },
    "Compare profiles, and add them up": {
        "diff": "Compare two profiles, or several runs of each side: what is new, gone or shifted.",
        "check": (
            "Check a profile against rules: shares, iterations, outcomes, paths that mustn't run."
        ),
        "merge": "Add up profiles of several runs into one.",
        "store": "Keep the profiles of many runs, by service, version and day.",
        "fleet": "Ask about all profiles of a store: what costs most, what has changed.",
    },
    "Judge what profilers know": {
        "predict": "Show which executed paths an edge profile or another run would predict.",
        "overlap": "Show how much two profiles agree about paths.",
        "bounds": "Show bounds on how often pairs of iterations ran, from overlapping paths.",
        "structure": "Compute the sizes of the paper's structures for a recorded stream.",
    },
    "Evaluate profilers": {
        "experiment": "Run the benchmarks of a TOML file under several profilers.",
        "reproduce": "Run the paper's evaluation and draw its figures.",
        "workloads": "List the workloads that can be run by name.",
    },
    "Set up": {
        "doctor": "Check what is installed and say what is missing.",
        "jar": "Print the path of the agent's jar, for `java -javaagent:`.",
    },
}
VERBS = {verb: line for verbs in TASKS.values() for verb, line in verbs.items()}
#: The folder of a verb's module, if the module isn't in the same folder as main.py.
_FOLDERS = dict.fromkeys(("merge", "store", "fleet"), "many.") | {"ctl": "running."}
#: Verbs that print by themselves which values they take from a file of defaults, because they may
#: ignore some of the values.
_SAYING = {"run"}
#: The verbs that record a target. ``run`` passes the target's exit status on.
_RECORDING = {"run", "attach"}
#: The exit status of the verbs in _RECORDING if kpath-jvm itself fails.
_OWN_FAILURE = 125
#: The exit status of all other failures. As for grep and diff, 1 is an answer and never a failure.
_TROUBLE = 2
_INTERRUPTED = 130
#: The largest number of verbs that a message about an option names.
_MOST_VERBS = 3
_BROKEN_PIPE = 141
# The errors that mean that output can't be written any more, for example to a full disk.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_OBJECTS_BETWEEN_COLLECTIONS = 100_000
# The errors that leave open whether there is a file at a given path.
_OUT_OF_REACH = {errno.ENAMETOOLONG, errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE}


class _ReaderGoneError(Exception):
    """Raised if nobody reads our output; click would turn a BrokenPipeError into status 1."""


class Verbs(click.Group):
    """The verbs, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Returns the names of the verbs in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Imports a verb's module and returns its command, or None for an unknown verb."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"kpath_jvm.cli.{_FOLDERS.get(cmd_name, '')}{cmd_name}")
        verb: click.Command = module.command
        return defaults.saying(verb, at_first=cmd_name not in _SAYING)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuses an unknown verb, naming the nearest one."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            raise click.UsageError(f"no verb {args[0]!r}{nearest(args[0], VERBS)}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb; raises an error of our own if nobody reads the verb's output any more."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the verbs under headings, one for each kind of task."""
        width = max(map(len, VERBS))
        for task, verbs in TASKS.items():
            with formatter.section(task):
                # The columns of all sections are equally wide.
                formatter.write_dl([(verb.ljust(width), line) for verb, line in verbs.items()])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kpath-jvm")
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Defaults of options, as a TOML file with a table for each verb.  [default: the nearest "
    "kpath.toml, or pyproject.toml with a table tool.kpath-jvm, here or above]",
)
@click.option("--no-config", is_flag=True, help="Don't look for a file of defaults.")
@click.pass_context
def group(ctx: click.Context, config: Path | None, no_config: bool) -> None:
    """Exact profiles of sequences of loop iterations of Java programs.

    \b
    kpath-jvm run dacapo eclipse -k 8
    kpath-jvm run -k 4 -- java -cp classes Main
    kpath-jvm report NAME.kpath
    """
    if config is not None and no_config:
        raise click.UsageError("--config and --no-config exclude each other", ctx)
    verb = ctx.invoked_subcommand
    command = None if verb is None else group.get_command(ctx, verb)
    if verb is None or command is None or no_config:
        return
    try:
        found = defaults.find(Path.cwd()) if config is None else defaults.read(config)
        if found is not None:
            ctx.default_map = {verb: found.of(verb, command, VERBS)}
            ctx.meta[defaults.FILE] = found.path
            ctx.meta[defaults.DEFAULTS] = found
    except KpathError as error:
        raise KpathError(str(error), max(_own_failure([verb]), error.exit_status)) from error


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a verb and ends the process with the verb's exit status."""
    end = ProcessEnd()
    # Modules and tables live until the end. With the usual threshold, about a hundred garbage
    # collections would free nothing, and take a twelfth of a short command's time.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    catch_interrupts()
    _fill_closed_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    status = run_verb(given)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = _swallow_broken_pipe()
    except OSError as error:
        # The last output could not be written; any other failure has been reported already.
        status = status or _failed_output(error, _own_failure(given))
    engine = sys.modules.get("kpath_jvm.engine.jvm")
    if engine is not None:
        engine.end_process(status)
    end.status = status
    sys.exit(status)


def run_verb(arguments: Sequence[str]) -> int:
    """Runs a verb and returns its exit status; reports each failure in a line on stderr."""
    own_failure = _own_failure(arguments)
    try:
        result = group.main(list(arguments), prog_name="kpath-jvm", standalone_mode=False)
    except KpathError as error:
        return max(_failed(message, error.exit_status) for message in error.messages)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return _TROUBLE
    except click.UsageError as error:
        return _failed(_usage_line(error), own_failure)
    except click.ClickException as error:
        return _failed(error.format_message(), own_failure)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except (_ReaderGoneError, BrokenPipeError):
        return _swallow_broken_pipe()
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OUT_OF_REACH and error.filename:
            return _failed(f"{error.filename}: {error.strerror}; name another place", own_failure)
        if isinstance(error, OSError) and error.errno in _NO_ROOM and not error.filename:
            return _failed_output(error, own_failure)
        traceback.print_exc()
        return _failed("this is a bug of kpath-jvm", own_failure)
    return result if isinstance(result, int) else 0


def _own_failure(arguments: Sequence[str]) -> int:
    rest = list(arguments)
    while rest and rest[0].startswith("--"):
        # The options of kpath-jvm itself come before the verb; one of them has a value.
        del rest[: 2 if rest[0] == "--config" else 1]
    verb = rest[0] if rest else ""
    return _OWN_FAILURE if verb in _RECORDING else _TROUBLE


def _usage_line(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx is not None else "kpath-jvm"
    text = error.format_message()
    if isinstance(error, click.NoSuchOption):
        # Click compares options with their dashes, which makes any two options seem similar.
        named = {option.lstrip("-"): option for option in error.possibilities or ()}
        close = closest(error.option_name.lstrip("-"), named)
        others = _verbs_with(error.option_name)
        hint = f"; it is an option of {others}" if others else suggestion(close) if close else ""
        text = f"{error.message.rstrip('.')}{hint}"
    message = " ".join(text.split()).rstrip(".")
    return f"{message} (see `{path} --help`)"


def _verbs_with(option: str) -> str:
    """Returns the verbs that have an option, as words; "" if no verb has it.

    Verbs within a group, such as ``store add``, aren't searched.
    """
    ctx = click.Context(group)
    verbs = ((name, group.get_command(ctx, name)) for name in VERBS)
    found = [
        name for name, verb in verbs
        if verb is not None and any(option in (*it.opts, *it.secondary_opts) for it in verb.params)
    ]  # fmt: skip
    if len(found) > _MOST_VERBS:
        return f"{', '.join(found[:_MOST_VERBS])} and {len(found) - _MOST_VERBS} more verbs"
    return " and ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


def _failed(message: str, status: int) -> int:
    from kpath_jvm.own_command import with_own_command
    from kpath_jvm.profile.names import printable

    # If nobody reads our stderr, the status still shows the failure.
    with contextlib.suppress(OSError):
        print(f"kpath-jvm: {printable(with_own_command(message))}", file=sys.stderr, flush=True)
    return status


def _failed_output(error: OSError, status: int) -> int:
    _drop_output()
    return _failed(f"standard output: {error.strerror}; write to another place", status)


def _fill_closed_streams() -> None:
    """Opens /dev/null for each standard stream that was closed when we were started.

    Without this, the next opened file would get the stream's number. A target doesn't inherit
    /dev/null: for the target, the stream stays closed.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number, inheritable=False)
                os.close(descriptor)
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))


def _swallow_broken_pipe() -> int:
    """Keeps Python from complaining at exit if nobody reads its output, as after ``| head``."""
    _drop_output()
    return _BROKEN_PIPE


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    main()

"""``kpath-jvm run``: the options; ``sessions`` does the work."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from kpath_jvm.cli.parameters import (
    Size,
    WholeNumber,
    blpp_option,
    engine_memory_option,
    force_option,
    kit_options,
    taken_kits,
    workers_option,
)
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.program import NamedBenchmark
from kpath_jvm.launch.signals import signals_held
from kpath_jvm.recording.profilers import LARGEST_K, PROFILERS
from kpath_jvm.sessions.program import Command, ProgramSource
from kpath_jvm.sessions.request import Request

_TARGET = "kpath_jvm.target"
_OF_THE_STREAM = (
    *("segment_size", "segment_dir", "journal", "record", "workers", "engine_memory", "blpp"),
    *("per_thread", "follow_children", "no_profile"),
)
#: What says how to count, or what becomes of the counts.
_OF_THE_PROFILE = ("k", "output", "blpp", "move_to_front", "engine_memory", "top")
_DIRECTORY = click.Path(path_type=Path)


class RunCommand(click.Command):
    """Takes what stands behind ``--`` for the target's command, untouched."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return ["[OPTIONS]", "{SUITE BENCHMARK | -- java ... | --follow-children -- COMMAND ...}"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            at = args.index("--")
            ctx.meta[_TARGET] = args[at + 1 :]
            return super().parse_args(ctx, args[:at])
        has_java = any(Path(argument).name == "java" for argument in args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            if not has_java:
                raise
            raise click.UsageError("put `--` before the program's own command", ctx) from None


@click.command(
    "run",
    cls=RunCommand,
    epilog="The exit status is the target's (128 + n for signal n); 125 for failures of ours.",
)
@click.argument("suite", required=False)
@click.argument("benchmark", required=False)
@click.option(
    "-k",
    type=WholeNumber(1, 64),
    default=8,
    show_default=True,
    metavar="K",
    help="Longest sequence, in loop iterations, 1 to 64; 1 is plain Ball-Larus profiling.",
)
@click.option(
    "--size",
    default=None,
    metavar="SIZE",
    help="Input of the workload: small, default, large; kits have others too.  [default: default]",
)
@click.option(
    "-n",
    "--iterations",
    type=WholeNumber(1, 1_000_000),
    default=None,
    metavar="N",
    help="Iterations of the workload.  [default: the workload's own]",
)
@click.option(
    "--warmups",
    type=WholeNumber(0, 1_000_000),
    default=None,
    metavar="N",
    help="Iterations before those; the profile has them, too, so 0 gives one of the others alone.  "
    "[default: the workload's own]",
)
@click.option(
    "-o",
    "--output",
    type=_DIRECTORY,
    default=None,
    metavar="PATH",
    help="The profile's directory.  [default: NAME-DATE-TIME-PID.kpath here]",
)
@kit_options
@force_option
@click.option(
    "--profiler",
    type=click.Choice(["stream", *PROFILERS]),
    default="stream",
    show_default=True,
    help="Who counts: a process beside the program, or one of the papers' profilers inside it, "
    "whose tables are lost if it is killed or halted.",
)
@click.option(
    "--table-memory",
    type=Size(),
    default=None,
    metavar="SIZE",
    help="Heap of the program that an inline profiler may take, as 512M or 2G.  "
    "[default: half of its largest heap]",
)
@click.option(
    "--cut",
    type=click.Choice(["back-edge", "loop-header"]),
    default="back-edge",
    show_default=True,
    help="Where paths are cut.",
)
@click.option(
    "--max-paths",
    type=WholeNumber(1, 1 << 24),
    default=None,
    metavar="N",
    help="Paths from any block of a method before it gets cuts.  [default: 4096]",
)
@click.option(
    "--code-limit",
    type=WholeNumber(1, 65535),
    default=None,
    metavar="BYTES",
    help="Code that methods may grow to with probes, else less is recorded of them."
    "  [default: 8000, which HotSpot compiles]",
)
@click.option(
    "--include",
    multiple=True,
    metavar="PATTERN",
    help="Classes to profile, as org.foo.*; repeatable.  [default: all but the JDK's]",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Classes to leave out; repeatable.  [default: none]",
)
@click.option(
    "--no-retransform",
    is_flag=True,
    help="Leave classes as they are that were loaded before the agent; they are listed.",
)
@click.option(
    "--java-home",
    type=_DIRECTORY,
    default=None,
    metavar="DIR",
    help="JDK for the engine, and for the target if its command is a bare java.",
)
@click.option(
    "--segment-size",
    type=Size(),
    default=None,
    metavar="SIZE",
    help="Shared memory, as 64M or 1G.  [default: 128M, less if less is free]",
)
@click.option(
    "--segment-dir",
    type=_DIRECTORY,
    default=None,
    metavar="DIR",
    help="Where the shared memory lies.  [default: /dev/shm]",
)
@click.option(
    "--journal",
    type=Size(),
    default="1G",
    show_default=True,
    metavar="SIZE",
    help="Disk that may keep what is recorded, for if kpath-jvm itself is killed; 0: none.",
)
@click.option(
    "--record",
    type=_DIRECTORY,
    default=None,
    metavar="STREAM",
    help="Keep the stream of paths too, packed, in a new directory: `build` makes profiles for any "
    "k of it, `structure` tells the forests' sizes.",
)
@click.option(
    "--no-profile",
    is_flag=True,
    help="With --record: keep the stream only, which costs less; `build` makes the profiles.",
)
@workers_option
@engine_memory_option
@blpp_option
@click.option(
    "--move-to-front", is_flag=True, help="Move k-SF children that are found to the front."
)
@click.option(
    "--per-thread",
    is_flag=True,
    help="Write a profile of each thread too, in threads/ of the profile; virtual threads have "
    "one together.",
)
@click.option(
    "--follow-children",
    is_flag=True,
    help="Record every JVM that the command starts, itself or through others (mvn, scripts); "
    "each prints one line `Picked up JAVA_TOOL_OPTIONS` on stderr.",
)
@click.option(
    "--compare-native",
    is_flag=True,
    help="Run the program once without the agent first (its output dropped), to tell the slowdown.",
)
@click.option(
    "--target-output",
    type=_DIRECTORY,
    default=None,
    metavar="FILE",
    help="Write the target's stdout and stderr to a file; on a terminal a live bar is shown then.",
)
@click.option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Rows of the report's tables.",
)
@click.option("--no-report", is_flag=True, help="Print no report.")
@click.option("-q", "--quiet", is_flag=True, help="Print no progress lines.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> int:
    """Run a Java program or a workload and record its profile.

    \b
    kpath-jvm run dacapo eclipse -k 8
    kpath-jvm run -k 4 -- java -cp classes Main arguments
    kpath-jvm run --follow-children -- ./gradlew --no-daemon test

    The program's stdin, stdout, stderr and exit status stay its own; progress, the report and
    errors go to stderr.
    """
    _refuse_foreign(ctx, options)
    request = _request(ctx.meta.get(_TARGET), options)
    with signals_held():
        # They import numpy, which starts threads.
        if request.profiler == "stream":
            from kpath_jvm.sessions.record import record
        else:
            from kpath_jvm.sessions.inline import record_inline as record
    try:
        return record(request)
    except KpathError as error:
        # Whatever stops us around a target is our own failure.
        status = error.exit_status if error.exit_status > 125 else 125
        raise KpathError(str(error), status) from error


def _refuse_foreign(ctx: click.Context, options: dict[str, Any]) -> None:
    """UsageError for an option that says nothing to the chosen profiler."""
    profiler = options["profiler"]
    foreign = _OF_THE_STREAM if profiler != "stream" else ("table_memory",)
    if profiler not in ("stream", "k-blpp"):
        foreign = (*foreign, "k", "move_to_front")
    given = {
        parameter.name: max(parameter.opts, key=len)
        for parameter in ctx.command.params
        if ctx.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
    }
    for name in foreign:
        if name in given:
            raise click.UsageError(f"{given[name]} says nothing to --profiler {profiler}", ctx)
    if options["no_profile"]:
        for name in _OF_THE_PROFILE:
            if name in given:
                raise click.UsageError(
                    f"{given[name]} is for a profile, and --no-profile makes none; "
                    "give it to `kpath-jvm build`, or leave one of the two out",
                    ctx,
                )
        if options["record"] is None:
            raise click.UsageError(
                "--no-profile would keep nothing: add --record STREAM, or leave it out", ctx
            )
    if profiler == "k-blpp" and not 2 <= options["k"] <= LARGEST_K:
        raise click.UsageError(
            f"--profiler k-blpp takes a k from 2 to {LARGEST_K}; k = 1 is blpp-hash", ctx
        )


def _request(target: list[str] | None, options: dict[str, Any]) -> Request:
    program = _program(target, options)
    if options["record"] is not None and options["follow_children"]:
        raise click.UsageError(
            "--record keeps the stream of one JVM: leave out --follow-children and give the java "
            "command itself"
        )
    return Request(program=program, **options)


def _program(target: list[str] | None, options: dict[str, Any]) -> ProgramSource:
    """What is to be run; takes what only that needs out of ``options``."""
    suite, benchmark = options.pop("suite"), options.pop("benchmark")
    kits = taken_kits(options)
    course = {name: options.pop(name) for name in ("size", "iterations", "warmups")}
    java_home = options["java_home"]
    if target is not None:
        if suite:
            raise click.UsageError("give either a workload or `-- java ...`, not both")
        if not target:
            raise click.UsageError("no command behind `--`; write `-- java -cp classes Main`")
        if kits != KitPlaces():
            raise click.UsageError("official kits are for workloads, not for a command behind `--`")
        for name, value in course.items():
            if value is not None:
                raise click.UsageError(f"--{name} is for workloads, not for a command behind `--`")
        return Command(target, java_home, options["follow_children"])
    if suite and benchmark:
        return NamedBenchmark(suite, benchmark, kits, **course, java_home=java_home)
    if suite == "java":
        raise click.UsageError("put `--` before the program's own command")
    raise click.UsageError(
        "nothing to run: give a suite and a benchmark (`dacapo eclipse`), or `-- java ...`"
    )

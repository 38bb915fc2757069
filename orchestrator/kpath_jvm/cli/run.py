"""``kpath-jvm run``: the options; ``sessions`` does the work."""

from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options import defaults
from kpath_jvm.cli.options.agent_options import (
    agent_parameters,
    no_effect,
    taken_agent_options,
    takers_of,
)
from kpath_jvm.cli.options.declared import Found, StreamOption, option
from kpath_jvm.cli.options.help_sections import write_sections
from kpath_jvm.cli.options.parameters import (
    PATH,
    SizeType,
    WholeNumber,
    complete_benchmarks,
    complete_suites,
    engine_memory_option,
    engine_option,
    force_option,
    kit_options,
    live_option,
    taken_kits,
    workers_option,
)
from kpath_jvm.cli.options.sampling import max_overhead_option, refuse_with_sampling
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.launch.signals import signals_held
from kpath_jvm.recording.options import agent_table, largest_k
from kpath_jvm.records.engine import DEFAULT_ENGINE
from kpath_jvm.sessions.request import Command, ProgramSource, Request

_TARGET = "kpath_jvm.target"
#: What says how to count, or what becomes of the counts.
_OF_THE_PROFILE = ("k", "output", "engine", "engine_memory", "top")

#: What only workloads take, which commands behind ``--`` are not.
_OF_WORKLOADS = ("size", "iterations", "warmups", "dacapo_jars", "spec_home", "renaissance_jar")


class RunCommand(click.Command):
    """Takes what stands behind ``--`` for the target's command, untouched.

    Behind its own options up to --force it has the agent's, which the installed agent lists.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Returns the parameters of the command with the agent's options after --force."""
        own = super().get_params(ctx)
        at = 1 + next(i for i, parameter in enumerate(own) if parameter.name == "force")
        return [*own[:at], *agent_parameters(), *own[at:]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options under headings, one for each kind."""
        write_sections(self.get_params(ctx), ctx, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Returns the usage line, which shows the three ways to name a target."""
        return ["[OPTIONS]", "{SUITE BENCHMARK | -- java ... | --follow-children -- COMMAND ...}"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Sets what follows ``--`` aside as the target's command, and parses the rest."""
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
    epilog="The exit status is the target's (128 + n for signal n); 125 if kpath-jvm itself fails.",
)
@click.argument("suite", required=False, shell_complete=complete_suites)
@click.argument("benchmark", required=False, shell_complete=complete_benchmarks)
@option(
    "-k",
    cls=StreamOption,
    type=WholeNumber(1, largest_k),
    default=8,
    show_default=True,
    metavar="K",
    help="Longest sequence, in loop iterations; 1 is plain Ball-Larus profiling.",
    found=Found.VALUE,
)
@option(
    "--size",
    metavar="SIZE",
    help="Input of the workload: small, default, large; kits have others too.  [default: default]",
    found=Found.VALUE,
)
@option(
    "-n",
    "--iterations",
    type=WholeNumber(1, 1_000_000),
    metavar="N",
    help="Iterations of the workload.  [default: the workload's own]",
    found=Found.VALUE,
)
@option(
    "--warmups",
    type=WholeNumber(0, 1_000_000),
    metavar="N",
    help="Warm-up iterations before those. The profile includes them; 0 leaves them out.  "
    "[default: the workload's own]",
    found=Found.VALUE,
)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="PATH",
    help="The profile's directory.  [default: NAME-DATE-TIME-PID.kpath here]",
    found=Found.INSIDE,
)
@kit_options
@force_option
@click.option(
    "--java-home",
    type=PATH,
    metavar="DIR",
    help="JDK for the engine, and for the target if its command is a bare java.",
)
@option(
    "--segment-size",
    cls=StreamOption,
    type=SizeType(),
    metavar="SIZE",
    help="Shared memory, as 64M or 1G.  [default: 128M, less if less is free]",
    found=Found.VALUE,
)
@click.option(
    "--segment-dir",
    cls=StreamOption,
    type=PATH,
    metavar="DIR",
    help="Where the shared memory lies.  [default: /dev/shm]",
)
@option(
    "--journal",
    cls=StreamOption,
    type=SizeType(),
    default="1G",
    show_default=True,
    metavar="SIZE",
    help="Disk for a journal, from which `recover` makes the profile if kpath-jvm itself is "
    "killed; 0: no journal.",
    found=Found.VALUE,
)
@option(
    "--spill-limit",
    cls=StreamOption,
    type=SizeType(),
    metavar="SIZE",
    help="Disk for what the engine has not counted yet when it can't keep up with the program; "
    "0: the program waits for it.  [default: a quarter of what is free there]",
    found=Found.VALUE,
)
@option(
    "--record",
    cls=StreamOption,
    type=PATH,
    metavar="STREAM",
    help="Keep the stream of paths too, packed, in a new directory: `build` makes profiles for any "
    "k of it, `structure` computes the forests' sizes.",
    found=Found.INSIDE,
)
@option(
    "--no-profile",
    cls=StreamOption,
    is_flag=True,
    help="With --record: keep the stream only, which costs less; `build` makes the profiles.",
    found=Found.VALUE,
)
@workers_option
@engine_memory_option
@engine_option
@option(
    "--per-thread",
    cls=StreamOption,
    is_flag=True,
    help="Write a profile of each thread too, in threads/ of the profile; virtual threads have "
    "one together.",
    found=Found.VALUE,
)
@max_overhead_option
@option(
    "--guide",
    type=PATH,
    metavar="PROFILE",
    help="An earlier profile of the program: paths that were hot there cost less. What is counted "
    "is the same.",
    found=Found.INSIDE,
)
@option(
    "--follow-children",
    cls=StreamOption,
    is_flag=True,
    help="Record every JVM that the command starts, itself or through others (mvn, scripts); "
    "each prints one line `Picked up JAVA_TOOL_OPTIONS` on stderr.",
    found=Found.VALUE,
)
@click.option(
    "--compare-native",
    is_flag=True,
    help="Run the program once without the agent first, its output dropped; report the slowdown.",
)
@click.option(
    "--target-output",
    type=PATH,
    metavar="FILE",
    help="Write the target's stdout and stderr to a file; on a terminal a live bar is shown then.",
)
@live_option
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Rows of the report's tables.",
    found=Found.VALUE,
)
@option("--no-report", is_flag=True, help="Print no report.", found=Found.VALUE)
@option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors only: no progress lines, no report.",
    found=Found.VALUE,
)
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
    # Errors only: a report is none.
    options["no_report"] |= options["quiet"]
    if ctx.meta.get(_TARGET) is not None:
        for name in _OF_WORKLOADS:
            defaults.forget(ctx, name, options)
    options["agent"] = taken_agent_options(ctx, options)
    _refuse_profile_options(ctx, options)
    refuse_with_sampling(ctx, options["max_overhead"], options["agent"])
    options["engine"] = options["engine"] or DEFAULT_ENGINE
    _refuse_live(ctx, options)
    _refuse_guide(ctx, options)
    if options["guide"] is not None and options["agent"].values.get("packing") is False:
        raise click.UsageError(
            "--guide has no effect with --no-packing; leave one of the two out", ctx
        )
    request = _request(ctx.meta.get(_TARGET), options)
    defaults.say(ctx)
    with signals_held():
        # It imports numpy, which starts threads.
        from kpath_jvm.sessions.run import run
    try:
        return run(request)
    except KpathError as error:
        # Whatever stops us around a target is our own failure.
        status = error.exit_status if error.exit_status > 125 else 125
        raise KpathError(str(error), status) from error


def _refuse_live(ctx: click.Context, options: dict[str, Any]) -> None:
    """UsageError for a view of what can't be watched."""
    if not options["live"]:
        return
    for name, why in (
        ("follow_children", "shows one JVM; watch each with `kpath-jvm live PID`"),
        ("no_profile", "shows what is counted, and nothing is"),
    ):
        if options[name]:
            other = name.replace("_", "-")
            raise click.UsageError(f"--live {why}; leave out --live or --{other}", ctx)


def _refuse_guide(ctx: click.Context, options: dict[str, Any]) -> None:
    """UsageError for a guide where an earlier profile makes no difference."""
    profiler = options["agent"].profiler
    if options["guide"] is not None and not agent_table().takes(profiler, "guide"):
        if defaults.is_of_project(ctx, "guide"):
            defaults.forget(ctx, "guide", options)
            return
        guide = next(one for one in ctx.command.params if one.name == "guide")
        raise click.UsageError(no_effect("--guide", profiler, takers_of(guide)), ctx)


def _refuse_profile_options(ctx: click.Context, options: dict[str, Any]) -> None:
    """UsageError for what says how to make a profile where none is made."""
    if not options["no_profile"]:
        return
    for parameter in ctx.command.params:
        if parameter.name in _OF_THE_PROFILE and defaults.is_given(ctx, parameter.name):
            raise click.UsageError(
                f"{max(parameter.opts, key=len)} is for a profile, and --no-profile makes none; "
                "give it to `kpath-jvm build`, or leave one of the two out",
                ctx,
            )
    if options["record"] is None:
        raise click.UsageError(
            "--no-profile would keep nothing: add --record STREAM, or leave it out", ctx
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
        from kpath_jvm.evaluation.workloads.program import NamedBenchmark

        return NamedBenchmark(suite, benchmark, kits, **course, java_home=java_home)
    if suite == "java":
        raise click.UsageError("put `--` before the program's own command")
    raise click.UsageError(
        "nothing to run: give a suite and a benchmark (`dacapo eclipse`), or `-- java ...`"
    )

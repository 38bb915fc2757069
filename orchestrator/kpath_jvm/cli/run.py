"""The options of ``kpath-jvm run``; the package ``sessions`` does the verb's work."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options import defaults
from kpath_jvm.cli.options.agent_options import (
    AgentCommand,
    no_effect,
    taken_agent_options,
    takers_of,
)
from kpath_jvm.cli.options.counting import Engine, EngineMemory, Workers
from kpath_jvm.cli.options.declared import MADE, Found, StreamOption, argument, flag, option, verb
from kpath_jvm.cli.options.help_sections import write_sections
from kpath_jvm.cli.options.kits import KitOptions, complete_benchmarks, complete_suites
from kpath_jvm.cli.options.parameters import PATH, Force, SizeType, WholeNumber
from kpath_jvm.cli.options.recorded import (
    ProfileOutput,
    RecordedK,
    SegmentOptions,
    TellingOptions,
)
from kpath_jvm.cli.options.sampling import MaxOverhead, refuse_with_sampling
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.launch.signals import signals_held
from kpath_jvm.recording.options import AgentOptions, agent_table
from kpath_jvm.recording.sizes import size_text
from kpath_jvm.records.engine import DEFAULT_ENGINE
from kpath_jvm.sessions.request import DEFAULT_JOURNAL_BYTES, Command, ProgramSource, Request

_TARGET = "kpath_jvm.target"
#: The parameters for counting, and for making or showing a profile.
_OF_THE_PROFILE = ("k", "output", "engine", "engine_memory", "top", "sources", "time", "callers")
#: For some of these options, a verb that has the same option and is used after the run.
_TAKERS = dict.fromkeys(("k", "output", "engine", "engine_memory"), "build") | {
    "top": "report", "sources": "report",
}  # fmt: skip


class RunCommand(AgentCommand):
    """A command that takes the arguments after ``--``, unchanged, as the target's command."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options under headings that name the profilers that take them."""
        write_sections(self.get_params(ctx), ctx, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Returns the usage line, which shows the three ways to name a target."""
        return ["[OPTIONS]", "{SUITE BENCHMARK | -- java ... | --follow-children -- COMMAND ...}"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Sets aside what follows ``--``, the target's command, and parses the rest."""
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

    def invoke(self, ctx: click.Context) -> object:
        """Runs the verb with the program's command and the agent's options that were given."""
        ctx.params["target"] = ctx.meta.get(_TARGET)
        if ctx.params["target"] is not None:
            for name in _OF_WORKLOADS:
                defaults.forget(ctx, name)
        agent = ctx.params["agent"] = taken_agent_options(ctx)
        if not agent_table().takes(agent.profiler, "guide"):
            defaults.forget(ctx, "guide")
        return super().invoke(ctx)


@dataclass(frozen=True)
class CourseOptions:
    """A workload's input and iterations; None stands for the workload's default."""

    size: Annotated[
        str | None,
        option(
            "--size",
            metavar="SIZE",
            help="Input of the workload: small, default, large; kits have others too.  "
            "[default: default]",
            found=Found.VALUE,
        ),
    ]
    iterations: Annotated[
        int | None,
        option(
            "-n",
            "--iterations",
            type=WholeNumber(1, 1_000_000),
            metavar="N",
            help="Iterations of the workload.  [default: the workload's own]",
            found=Found.VALUE,
        ),
    ]
    warmups: Annotated[
        int | None,
        option(
            "--warmups",
            type=WholeNumber(0, 1_000_000),
            metavar="N",
            help="Warm-up iterations, which come first. The profile includes them; 0: none.  "
            "[default: the workload's own]",
            found=Found.VALUE,
        ),
    ]


#: Options for workloads, which commands after ``--`` don't take.
_OF_WORKLOADS = tuple(one.name for kind in (CourseOptions, KitOptions) for one in fields(kind))


@verb(
    "run",
    cls=RunCommand,
    epilog="The exit status is the target's (128 + n for signal n); 125 if kpath-jvm itself fails.",
)
def command(
    suite: Annotated[str | None, argument(required=False, shell_complete=complete_suites)],
    benchmark: Annotated[str | None, argument(required=False, shell_complete=complete_benchmarks)],
    target: Annotated[list[str] | None, MADE],
    k: RecordedK,
    course: CourseOptions,
    output: ProfileOutput,
    kits: KitOptions,
    force: Force,
    agent: Annotated[AgentOptions, MADE],
    java_home: Annotated[
        Path | None,
        option(
            "--java-home",
            type=PATH,
            metavar="DIR",
            help="JDK for the engine, and for the target if its command is a bare java.",
        ),
    ],
    segment: SegmentOptions,
    journal: Annotated[
        int,
        option(
            "--journal",
            cls=StreamOption,
            type=SizeType(),
            default=size_text(DEFAULT_JOURNAL_BYTES),
            metavar="SIZE",
            help="Disk space for a journal, from which `recover` makes the profile if kpath-jvm "
            "itself is killed; 0: no journal.",
            more="With `--follow-children`, the size is for each JVM. The journal is packed and "
            "takes about a byte per path completion. It lies beside the shared memory, or, if that "
            "is in /dev/shm, in a private directory (`kpath-jvm-UID`) where temporary files "
            "are. With `--record`, this option has no effect.",
            found=Found.VALUE,
        ),
    ],
    spill_limit: Annotated[
        int | None,
        option(
            "--spill-limit",
            cls=StreamOption,
            type=SizeType(),
            metavar="SIZE",
            help="Disk space for what the engine has not counted yet when it can't keep up with "
            "the program; 0: the program waits for the engine.  [default: a quarter of what is "
            "free]",
            more="The space is on the disk where the journals are "
            "([decision 23](decisions/0023-spill.md)); a journal may then grow to that size, too. "
            "With `--follow-children`, the default is a sixteenth for each JVM; with `--record`, "
            "there is no limit. When the space is used up, the program waits for the engine.",
            found=Found.VALUE,
        ),
    ],
    record: Annotated[
        Path | None,
        option(
            "--record",
            cls=StreamOption,
            type=PATH,
            metavar="STREAM",
            help="Also keep the stream of paths, packed, in a new directory. From it, `build` "
            "makes profiles for any k, and `structure` computes the sizes of the paper's data "
            "structures.",
            more="The stream takes about a byte per path completion, without limit "
            "([recording.md](formats/recording.md)). `--record` can't be combined with "
            "`--follow-children`.",
            found=Found.INSIDE,
            names_new=True,
        ),
    ],
    no_profile: Annotated[
        bool,
        flag(
            "--no-profile",
            help="With --record: keep the stream only, which costs less; `build` makes the "
            "profiles.",
            more="Nothing is counted while the program runs. Options that say how to count or what "
            "to show (`-k`, `-o`, `--engine`, `--engine-memory`, `--top`, `--sources`, `--time`, "
            "`--callers`) can't be combined with `--no-profile`. `--per-thread` and "
            "`--compare-native` concern the recording, so they can.",
            cls=StreamOption,
            found=Found.VALUE,
        ),
    ],
    workers: Workers,
    engine_memory: EngineMemory,
    engine: Engine,
    per_thread: Annotated[
        bool,
        flag(
            "--per-thread",
            help="Write a profile of each thread too, in threads/ of the profile; virtual threads "
            "share one.",
            more="`report`, `tree` and `export` show one thread with `--thread`. "
            "[More](options.md#notes-on-some-options).",
            cls=StreamOption,
            found=Found.VALUE,
        ),
    ],
    max_overhead: MaxOverhead,
    guide: Annotated[
        Path | None,
        option(
            "--guide",
            type=PATH,
            metavar="PROFILE",
            help="An earlier profile of the program: paths that were hot there cost less. What is "
            "counted is the same.",
            more="Such paths take fewer bits of the stream, or cost an inline profiler less; for "
            "the latter a profile of edges (`edge`, `edge-chords`) will do, too ([decision "
            "25](decisions/0025-guides.md)).",
            found=Found.INSIDE,
        ),
    ],
    follow_children: Annotated[
        bool,
        flag(
            "--follow-children",
            help="Record every JVM that the command starts, itself or through other programs (mvn, "
            "scripts); each JVM prints one line `Picked up JAVA_TOOL_OPTIONS` on stderr.",
            more="The profile is the sum; `report` lists the JVMs, and `--jvm` shows one. "
            "[More](options.md#notes-on-some-options).",
            cls=StreamOption,
            found=Found.VALUE,
        ),
    ],
    compare_native: Annotated[
        bool,
        flag(
            "--compare-native",
            help="Run the program once without the agent first, and drop what it prints; report "
            "the slowdown.",
        ),
    ],
    time: Annotated[
        bool,
        flag(
            "--time",
            help="First run the program once without the agent, drop its output, and sample where "
            "it spends its time; show the times beside the bytecodes.",
            more="Java Flight Recorder of the program's JDK takes the samples ([more]"
            "(verbs/run.md#time-beside-bytecodes)).",
        ),
    ],
    callers: Annotated[
        bool,
        flag(
            "--callers",
            help="First run the program an additional time, drop its output, and count from which "
            "calls each method is entered; show the callers of the hottest methods.",
            more="Counts of direct callers are exact. This option can't be combined with "
            "`--follow-children` ([more](verbs/run.md#who-called)).",
        ),
    ],
    target_output: Annotated[
        Path | None,
        option(
            "--target-output",
            type=PATH,
            metavar="FILE",
            help="Write the target's stdout and stderr to a file, so that a terminal can show a "
            "live bar.",
        ),
    ],
    telling: TellingOptions,
) -> int:
    """Run a Java program or a workload and record its profile.

    \b
    kpath-jvm run dacapo eclipse -k 8
    kpath-jvm run -k 4 -- java -cp classes Main arguments
    kpath-jvm run --follow-children -- ./gradlew --no-daemon test

    The program's stdin, stdout, stderr and exit status stay its own; progress, the report and
    errors go to stderr.
    """
    ctx = click.get_current_context()
    if no_profile:
        _refuse_profile_options(ctx, record)
    refuse_with_sampling(ctx, max_overhead, agent)
    if telling.live:
        _refuse_live(ctx, follow_children=follow_children, no_profile=no_profile)
    if guide is not None:
        _refuse_guide(ctx, agent)
    if target is None:
        program = _workload(suite, benchmark, kits.places(), course, java_home)
    else:
        _refuse_of_workloads(suite, target, kits.places(), course)
        program = Command(target, java_home, follow_children)
    if record is not None and follow_children:
        raise click.UsageError(
            "--record keeps the stream of one JVM: leave out --follow-children and give the java "
            "command itself"
        )
    if callers and follow_children:
        raise click.UsageError(
            "--callers counts the entries of one JVM: leave out --follow-children and give the "
            "java command itself"
        )
    request = Request(
        program=program,
        agent=agent,
        k=k,
        output=output,
        force=force,
        java_home=java_home,
        segment_size=segment.segment_size,
        segment_dir=segment.segment_dir,
        journal=journal,
        spill_limit=spill_limit,
        record=record,
        no_profile=no_profile,
        workers=workers,
        engine_memory=engine_memory,
        engine=engine or DEFAULT_ENGINE,
        per_thread=per_thread,
        guide=guide,
        follow_children=follow_children,
        compare_native=compare_native,
        time=time,
        callers=callers,
        target_output=target_output,
        top=telling.top,
        sources=telling.sources,
        no_report=telling.is_silent,
        quiet=telling.quiet,
        live=telling.live,
        max_overhead=max_overhead,
    )
    defaults.say(ctx)
    with signals_held():
        # This imports numpy, which starts threads. They mustn't get the signals that we handle.
        from kpath_jvm.sessions.run import run
    try:
        return run(request)
    except KpathError as error:
        # An error before or after the target's run is a failure of kpath-jvm, not of the target.
        error.exit_status = max(error.exit_status, 125)
        raise


def _refuse_live(ctx: click.Context, *, follow_children: bool, no_profile: bool) -> None:
    for is_given, other, why in (
        (
            follow_children,
            "--follow-children",
            "shows one JVM; watch each with `kpath-jvm live PID`",
        ),
        (no_profile, "--no-profile", "shows what is counted, and --no-profile counts nothing"),
    ):
        if is_given:
            raise click.UsageError(f"--live {why}; leave out --live or {other}", ctx)


def _refuse_guide(ctx: click.Context, agent: AgentOptions) -> None:
    if not agent_table().takes(agent.profiler, "guide"):
        guide = next(one for one in ctx.command.params if one.name == "guide")
        raise click.UsageError(no_effect("--guide", agent.profiler, takers_of(guide)), ctx)
    if agent.values.get("packing") is False:
        raise click.UsageError(
            "--guide has no effect with --no-packing; leave one of the two out", ctx
        )


def _refuse_profile_options(ctx: click.Context, record: Path | None) -> None:
    """Raises UsageError if an option for a profile is given, or if ``--record`` isn't given."""
    for parameter in ctx.command.params:
        if parameter.name in _OF_THE_PROFILE and defaults.is_given(ctx, parameter.name):
            taker = _TAKERS.get(parameter.name)
            afterwards = "" if taker is None else f"give it to `kpath-jvm {taker}`, or "
            raise click.UsageError(
                f"{max(parameter.opts, key=len)} is for a profile, and --no-profile makes none; "
                f"{afterwards}leave one of the two out",
                ctx,
            )
    if record is None:
        raise click.UsageError(
            "--no-profile would keep nothing: add --record STREAM, or leave out --no-profile", ctx
        )


def _refuse_of_workloads(
    suite: str | None, target: list[str], kits: KitPlaces, course: CourseOptions
) -> None:
    """Raises UsageError if no command follows ``--``, or if something for workloads is given."""
    if suite:
        raise click.UsageError("give either a workload or `-- java ...`, not both")
    if not target:
        raise click.UsageError("no command after `--`; write `-- java -cp classes Main`")
    if kits != KitPlaces():
        raise click.UsageError("official kits are for workloads, not for a command after `--`")
    for one in fields(course):
        if getattr(course, one.name) is not None:
            raise click.UsageError(f"--{one.name} is for workloads, not for a command after `--`")


def _workload(
    suite: str | None,
    benchmark: str | None,
    kits: KitPlaces,
    course: CourseOptions,
    java_home: Path | None,
) -> ProgramSource:
    """Returns the workload that the arguments name; raises UsageError if they name none."""
    if suite and benchmark:
        from kpath_jvm.evaluation.workloads.program import NamedBenchmark

        return NamedBenchmark(
            suite, benchmark, kits, course.size, course.iterations, course.warmups, java_home
        )
    if suite == "java":
        raise click.UsageError("put `--` before the program's own command")
    raise click.UsageError(
        "nothing to run: give a suite and a benchmark (`dacapo eclipse`), or `-- java ...`"
    )

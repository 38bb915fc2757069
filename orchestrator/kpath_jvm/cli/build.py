"""``kpath-jvm build``: profiles of what the agent alone, or ``run --record``, has recorded."""

from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import PATH, LengthsType, engine_options, force_option
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.profile.names import printable


@click.command("build")
@click.argument("recording", type=PATH)
@option(
    "-k",
    "lengths",
    type=LengthsType(1),
    metavar="K[-K][,K...]",
    help="Longest sequence, in loop iterations; several, as 2-8,16, make a profile each.  "
    "[default: 8; of an inline profiler's recording, its own]",
    found=Found.VALUE,
)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="PATH",
    help="The profile's directory; with several k, the directory for k2.kpath and so on.  "
    "[default: the recording's name with .kpath, or .profiles, here]",
    found=Found.INSIDE,
)
@force_option
@engine_options
def command(
    recording: Path,
    lengths: tuple[int, ...] | None,
    output: Path | None,
    force: bool,
    **engine: Any,
) -> None:
    """Make profiles of a recording that `run --record` or `java -javaagent:kpath.jar` has left.

    The recording stays as it is: profiles for any k can be made of it. That of an inline profiler
    (profiler=k-blpp and the like) has sequences up to its own k, which is the default then.

    \b
    kpath-jvm build kpath-4711.recording -k 8 -o app.kpath
    kpath-jvm build app.stream -k 2-16 -o profiles
    kpath-jvm build app.stream -k 2,4,8 -o profiles --force
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build

    keep_pandas_out()
    suffix = ".profiles" if lengths and len(lengths) > 1 else ".kpath"
    request = BuildRequest(
        recording,
        lengths,
        output or Path(f"{recording.resolve().stem}{suffix}"),
        force,
        EngineOptions(**engine),
    )

    def tell(done: Path) -> None:
        click.echo(f"kpath-jvm: profile {printable(str(done))}", err=True)
        tell_worth_of(done)

    build(request, tell)

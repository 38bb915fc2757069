"""``kpath-jvm build``: makes profiles of what ``run --record`` or the agent alone has recorded."""

from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.counting import CountingOptions
from kpath_jvm.cli.options.declared import Found, argument, option, verb
from kpath_jvm.cli.options.parameters import PATH, Force, LengthsType, output_option
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.options import DEFAULT_LENGTH


@verb("build")
def command(
    recording: Annotated[Path, argument(type=PATH)],
    lengths: Annotated[
        tuple[int, ...] | None,
        option(
            "-k",
            type=LengthsType(1),
            metavar="K[-K][,K...]",
            help="Longest sequence, in paths; several values, such as 2-8,16, make one "
            f"profile each.  [default: {DEFAULT_LENGTH}; for an inline profiler's recording, its "
            "own k]",
            found=Found.VALUE,
        ),
    ],
    output: Annotated[
        Path | None,
        output_option(
            "PATH",
            "The profile's directory; with several k, the directory for k2.kpath and so on.  "
            "[default: the recording's name with .kpath, or .profiles, here]",
        ),
    ],
    force: Force,
    counting: CountingOptions,
) -> None:
    """Make profiles of a recording that `run --record` or `java -javaagent:kpath.jar` has made.

    The recording stays as it is, so profiles for any k can be made from it. But an inline
    profiler's recording (profiler=k-blpp and the like) only has sequences up to its own k, which is
    then the default.

    \b
    kpath-jvm build kpath-4711.recording -k 8 -o app.kpath
    kpath-jvm build app.stream -k 2-16 -o profiles
    kpath-jvm build app.stream -k 2,4,8 -o profiles --force
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.sessions.build import BuildRequest, build

    keep_pandas_out()
    suffix = ".profiles" if lengths and len(lengths) > 1 else ".kpath"
    destination = output or Path(f"{recording.resolve().stem}{suffix}")

    def tell(done: Path) -> None:
        click.echo(f"kpath-jvm: profile {printable(str(done))}", err=True)
        tell_worth_of(done)

    build(BuildRequest(recording, lengths, destination, force, counting.asked()), tell)

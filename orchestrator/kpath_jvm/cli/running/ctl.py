"""``kpath-jvm ctl``: the options; ``sessions`` does the work."""

from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import PATH, WholeNumber, force_option
from kpath_jvm.control.messages import Verb
from kpath_jvm.errors import KpathError


@click.command("ctl", epilog="The exit status is 0 when it was done, 1 when it could not be.")
@click.argument("pid", type=WholeNumber(1, 2**22))
@click.argument("what", type=click.Choice([verb.value for verb in Verb]))
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="PATH",
    help="Where a dump goes.  [default: NAME-DATE-TIME-PID-N.kpath here]",
    found=Found.INSIDE,
)
@click.option(
    "--reset", is_flag=True, help="Drop what is dumped, at the same moment: dumps then add up."
)
@force_option
@option("--json", "as_json", is_flag=True, help="Print the status as JSON.", found=Found.VALUE)
def command(
    *, pid: int, what: str, output: Path | None, reset: bool, force: bool, as_json: bool
) -> int:
    """Control the recording of a Java program while it runs, attached or launched.

    \b
    kpath-jvm ctl 4711 status
    kpath-jvm ctl 4711 reset
    kpath-jvm ctl 4711 dump -o warm.kpath

    status says how the recording is. dump writes a profile of what was counted so far. reset drops
    what was counted so far. stop counts nothing from now on, start counts again. end ends the
    recording of an attached program. PID is the Java program's.
    """
    verb = Verb(what)
    given = (("--output", output is not None), ("--reset", reset), ("--force", force))
    for name, value in given:
        if value and verb is not Verb.DUMP:
            raise KpathError(f"{name} is for dump, not for {verb}; leave it out", 2)
    from kpath_jvm.sessions.ctl import control

    options: dict[str, Any] = {"output": output, "force": force, "reset": reset}
    return control(pid, verb, as_json=as_json, **options)

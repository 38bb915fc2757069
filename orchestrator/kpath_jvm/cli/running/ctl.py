"""The options of ``kpath-jvm ctl``; the package ``sessions`` does the verb's work."""

from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import argument, flag, verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.cli.options.parameters import Force, JvmName, output_option
from kpath_jvm.control.messages import Verb
from kpath_jvm.errors import KpathError


@verb("ctl", epilog="The exit status is 0 if the request was done, 2 if it could not be.")
def command(
    jvm: JvmName,
    what: Annotated[str, argument(type=click.Choice([one.value for one in Verb]))],
    output: Annotated[
        Path | None,
        output_option("PATH", "Where a dump goes.  [default: NAME-DATE-TIME-PID-N.kpath here]"),
    ],
    reset: Annotated[
        bool,
        flag(
            "--reset",
            help="Count from 0 after the moment of the dump, so that dumps can be added up.",
        ),
    ],
    force: Force,
    printed: FormatOptions,
) -> int:
    """Control a recording that `run` or `attach` makes, while it is under way.

    \b
    kpath-jvm ctl 4711 status
    kpath-jvm ctl 4711 reset
    kpath-jvm ctl 4711 dump -o warm.kpath

    status shows the state of the recording. dump writes a profile of what was counted so far.
    reset drops what was counted so far. stop stops the counting, and start resumes it. end ends the
    recording of an attached program. PID is the Java program's process id; NAME is its main class
    or jar, or a part of that name.
    """
    asked = Verb(what)
    given = (("--output", output is not None), ("--reset", reset), ("--force", force))
    for name, value in given:
        if value and asked is not Verb.DUMP:
            raise KpathError(f"{name} is for dump, not for {asked}; leave it out", 2)
    from kpath_jvm.control import places
    from kpath_jvm.launch.jvms import jvm_of
    from kpath_jvm.sessions.ctl import control

    pid = jvm_of(jvm, places.recorded())
    return control(pid, asked, output=output, force=force, reset=reset, as_json=printed.is_json)

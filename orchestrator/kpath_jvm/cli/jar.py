"""``kpath-jvm jar``: where the agent is."""

from typing import Annotated

import click

from kpath_jvm.cli.options.declared import flag, verb


@verb("jar")
def command(
    jmh: Annotated[
        bool,
        flag("--jmh", help="Print the path of the profiler for JMH (-prof kpath) instead."),
    ],
) -> None:
    """Print the path of the agent's jar, for a java command that kpath-jvm doesn't start.

    \b
    java -javaagent:"$(kpath-jvm jar)"=output=app.recording -jar app.jar
    kpath-jvm build app.recording
    java -cp benchmarks.jar:"$(kpath-jvm jar --jmh)" org.openjdk.jmh.Main -prof kpath
    """
    from kpath_jvm.installation import require_jars, require_jmh_profiler

    click.echo(str(require_jmh_profiler() if jmh else require_jars().agent))

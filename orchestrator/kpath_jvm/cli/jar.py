"""``kpath-jvm jar``: where the agent is."""

import click


@click.command("jar")
def command() -> None:
    """Print the path of the agent's jar, for a java command that kpath-jvm doesn't start.

    \b
    java -javaagent:"$(kpath-jvm jar)"=output=app.recording -jar app.jar
    kpath-jvm build app.recording
    """
    from kpath_jvm.installation import require_jars

    click.echo(str(require_jars().agent))

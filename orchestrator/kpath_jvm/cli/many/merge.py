"""``kpath-jvm merge``: adds up several profiles."""

from pathlib import Path
from typing import IO, Annotated

import click

from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.parameters import PATH, Force, HoweverAdded, output_option
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.profile.names import printable


@verb("merge")
def command(
    profiles: Annotated[tuple[Path, ...], argument(type=PATH, nargs=-1)],
    output: Annotated[
        Path,
        output_option("PATH", "The merged profile's directory.", required=True),
    ],
    force: Force,
    listed: Annotated[
        IO[str] | None,
        option(
            "--list",
            type=click.File("r"),
            metavar="FILE",
            help="A file that names profiles, one per line; - is stdin.",
        ),
    ],
    keep_runs: Annotated[
        bool,
        flag(
            "--keep-runs",
            help="Keep a copy of each profile, in the merged profile's directory `runs`.",
            more="`kpath-jvm report week.kpath/runs/0-monday.kpath` shows one of them.",
            found=Found.VALUE,
        ),
    ],
    skip_damaged: Annotated[
        bool,
        flag(
            "--skip-damaged",
            help="Leave out profiles that can't be read, and report each.  "
            "[default: such a profile is an error]",
            found=Found.VALUE,
        ),
    ],
    one_run: Annotated[
        bool,
        flag(
            "--one-run",
            help="Count the profiles as one run, for example those of the JVMs of one build. "
            "`diff` and `check` then use their sum, and not their mean.  [default: each is a run]",
            found=Found.VALUE,
        ),
    ],
    however_recorded: HoweverAdded,
) -> None:
    """Add up profiles of several runs into one, exactly.

    Methods are added up if their names, class files and graphs are the same, and paths if their
    blocks are the same; other versions of a method stay separate methods. Sequences are kept up to
    the smallest k of all profiles. The order doesn't matter, and a merged profile can be merged
    again.

    \b
    kpath-jvm merge monday.kpath tuesday.kpath -o week.kpath
    kpath-jvm merge forks/*.kpath -o build.kpath --one-run
    kpath-jvm merge runs/*.kpath -o all.kpath --skip-damaged
    find runs -name '*.kpath' | kpath-jvm merge --list - -o all.kpath
    """
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.sessions.merge import MergeRequest, merge

    lines = () if listed is None else listed.read().splitlines()
    given = (*profiles, *(Path(line) for line in lines if line))
    if not given:
        raise click.UsageError("name the profiles to merge, or a list of them with --list")

    def tell(text: str) -> None:
        click.echo(f"kpath-jvm: {printable(text)}", err=True)

    request = MergeRequest(given, output, force, keep_runs, skip_damaged, one_run, however_recorded)
    merged = merge(request, tell)
    tell(f"profile {output}: {merged.text}")
    tell_worth_of(output)

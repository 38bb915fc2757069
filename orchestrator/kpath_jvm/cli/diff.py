"""``kpath-jvm diff``: what is new, gone or shifted between two profiles."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.defaults import FILE, is_given, is_of_project, replaced
from kpath_jvm.cli.options.outputs import GateOptions, PrintedPageOptions
from kpath_jvm.cli.options.parameters import (
    PATH,
    NoMerge,
    ShownK,
    rows_option,
    sources_option,
)
from kpath_jvm.cli.options.selecting import NarrowingOptions, share_option
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.names import printable
from kpath_jvm.shown import DIFFERENT_SHARE, SHIFTED_SHARE

_NEW = "--new"
#: The name of the test suite in the JUnit XML.
_SUITE = "kpath-jvm diff"


class _Sides(click.Command):
    """Parses the arguments after ``--new``, up to the next option, as runs of the new side."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given: list[str] = []
        is_new = False
        for text in args:
            name, equals, value = text.partition("=")
            if name == _NEW:
                is_new = True
                given += [_NEW, value] if equals else []
            elif is_new and not text.startswith("-"):
                given += [_NEW, text]
            else:
                is_new = False
                given.append(text)
        return super().parse_args(ctx, given)


@verb("diff", cls=_Sides)
def command(
    profiles: Annotated[
        tuple[Path, ...], argument(type=PATH, nargs=-1, required=True, metavar="BASE [NEW]")
    ],
    new: Annotated[
        tuple[Path, ...],
        option(
            _NEW,
            type=PATH,
            multiple=True,
            metavar="PROFILE...",
            help="One or more runs of the new side. All other profiles are then runs of the base.",
        ),
    ],
    top: Annotated[int, rows_option("How many differences of each kind to show.")],
    min_share: Annotated[
        float,
        share_option(
            "--min-share",
            DIFFERENT_SHARE,
            "Show loops, branches and sequences only of methods that have at least this share of "
            "the recorded bytecodes on one of the two sides.",
        ),
    ],
    min_weight: Annotated[
        float,
        share_option(
            "--min-weight",
            SHIFTED_SHARE,
            "List only changes that are at least this large. Methods and loops are judged by the "
            "change of their bytecodes, as a share of the base's total. Branches and sequences are "
            "judged by the share of the bytecodes that the change concerns.",
        ),
    ],
    conditions: Annotated[
        tuple[str, ...],
        option(
            "--fail-if",
            multiple=True,
            metavar="CONDITION",
            help="End with status 1 if the condition holds, such as total > +10%, share > 2%, "
            "outcome(Scanner.scan) > 5%, loop-bytecodes(Scanner.scan:42) > +5%, new-loop > 1%, "
            "new-branch or any. "
            "A sign asks for one direction: bytecodes > +10% holds only for increases, and "
            "iterations < -10% only for decreases. A condition may have its own minimum share "
            "instead of --min-share: cut-off > +2%, min-share 0%. "
            "Repeatable. If a file of defaults has conditions, too (fail-if in its table [diff]), "
            "those on the command line replace all of them.",
            found=Found.VALUE,
        ),
    ],
    however_recorded: Annotated[
        bool,
        flag(
            "--however-recorded",
            help="Judge --fail-if even if a profile is empty, or if the profiles are of different "
            "programs, or were recorded with different --include, --exclude, --scope or "
            "--profiler.  [default: that is an error]",
            found=Found.VALUE,
        ),
    ],
    completed_only: Annotated[
        bool,
        flag(
            "--completed-only",
            help="Judge --fail-if by counted paths alone. Some paths aren't counted: exceptions "
            "or the end of the recording broke them off, or activations of a killed JVM held them "
            "back. By default, a condition on iterations allows for the iterations of these paths, "
            "and a condition on code that is new or gone takes into account that these paths may "
            "have run that code.",
            found=Found.VALUE,
        ),
    ],
    gating: GateOptions,
    k: ShownK,
    chosen: NarrowingOptions,
    sources: Annotated[
        tuple[Path, ...],
        sources_option(
            "--sources",
            "Sources of the new side's program, to show the text of conditions and loops; "
            "repeatable.",
        ),
    ],
    base_sources: Annotated[
        tuple[Path, ...],
        sources_option(
            "--base-sources",
            "Sources of the base's program; repeatable. Without them, a method of the base has "
            "text only if both sides have the same class file. The text is then that of "
            "--sources.",
        ),
    ],
    no_merge: NoMerge,
    printed: PrintedPageOptions,
) -> int:
    """Compare two profiles: methods, loops, branches and sequences that differ.

    \b
    kpath-jvm diff before.kpath after.kpath
    kpath-jvm diff before.kpath after.kpath --sources src --base-sources old/src
    kpath-jvm diff base-*.kpath --new new-*.kpath
    kpath-jvm diff before.kpath after.kpath --format html -o diff.html
    kpath-jvm diff before.kpath after.kpath --fail-if 'new-loop > 1%' --junit kpath.xml

    Methods are matched by their names and code, and paths by their blocks, never by number. If
    code has changed, the blocks and branches that both versions have are matched.

    If a side has several runs that differ among themselves, a difference between the sides is
    listed only if it is clearly larger than the differences among the runs. What is new or gone is
    always listed. A profile that is the sum of several runs counts as their mean.

    The exit status is 1 if a --fail-if condition holds. It is 2 if the profiles can't be compared,
    or if a condition can't be judged and no other holds. Otherwise it is 0, even if the profiles
    differ. With conditions, a profile that isn't exact also fails, unless --accept allows it.

    A file of defaults (kpath.toml, or --config gates.toml) may have conditions as `fail-if` in a
    table [diff]. These conditions aren't judged if --fail-if is given.
    """
    from kpath_jvm.analysis.gates.conditions import parsed
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.diff.gates import of_difference
    from kpath_jvm.reports.diff.page import page
    from kpath_jvm.reports.diff.rows import Rows
    from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
    from kpath_jvm.reports.diff.text import renderables
    from kpath_jvm.reports.gates import failed, wrong_rules
    from kpath_jvm.reports.markdown.diff import diff_markdown

    keep_pandas_out()
    base, others = _sides(profiles, new)
    replaced_conditions = _say_what_is_replaced(len(conditions))
    if not conditions and is_of_project(click.get_current_context(), "conditions"):
        raise KpathError(
            "fail-if = [] in the file of defaults: nothing would be judged; give conditions there, "
            "or remove it", 2,
        )  # fmt: skip
    if not conditions:
        gating = _without_conditions(gating)
    gating.clear(printed.to.force)
    with gating.failing(_SUITE):
        gates = [parsed(text, completed_only=completed_only) for text in conditions]
        wanted = DiffOptions(k, top, not no_merge, min_share, min_weight, chosen.selection())
        compared = compare(base, others, wanted)
        if gates:
            compared.require_two_recordings(however_recorded=however_recorded)
        with (
            source_texts(base_sources, compared.difference.base.runs, "--base-sources") as of_base,
            source_texts(sources, compared.difference.new.runs) as texts,
        ):
            document = summarise_diff(compared, wanted, of_base, texts)
            if gates:
                document["gates"] = of_difference(
                    compared.difference, gates, gating.accepted, Rows(of_base, texts), top
                )
    document["replaced_conditions"] = replaced_conditions
    if gates:
        document["failed"] = failed(document["gates"])
        document["wrong"] = len(wrong_rules(document["gates"]))
    return gating.tell(_SUITE, document, printed, renderables, diff_markdown, page)


def _say_what_is_replaced(number: int) -> str | None:
    """Says on stderr that conditions of the command line replace those of the file of defaults.

    ``number`` is the number of conditions of the command line. Returns the text, so that the output
    can repeat it: somebody who reads only a comment on a pull request doesn't see stderr. Returns
    None if nothing is replaced.
    """
    ctx = click.get_current_context()
    before = replaced(ctx, "conditions")
    if not before:
        return None
    text = printable(
        f"--fail-if replaces the conditions of {ctx.meta[FILE]}: {number} judged instead of "
        f"{before}"
    )
    click.echo(f"kpath-jvm: {text}", err=True)
    return text


def _without_conditions(gating: GateOptions) -> GateOptions:
    """Returns the options of gates for a command that has no conditions.

    Raises KpathError (exit status 2) if results are asked for on the command line or in the file
    that --config names. If only an automatically found file of defaults asks for results, none are
    written.
    """
    ctx = click.get_current_context()
    config = ctx.find_root().params.get("config")
    if gating.junit is not None and (is_given(ctx, "junit") or config is not None):
        raise KpathError(
            "--junit writes the results of conditions, and there are none; give --fail-if, or "
            "leave --junit out", 2,
        )  # fmt: skip
    if config is not None:
        text = (
            f"kpath-jvm: {config} has no conditions (fail-if in a table [diff]): nothing is judged"
        )
        click.echo(printable(text), err=True)
    return replace(gating, junit=None)


def _sides(
    profiles: tuple[Path, ...], new: tuple[Path, ...]
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    if new:
        return profiles, new
    if len(profiles) != 2:
        count = f"{len(profiles)} profiles" if len(profiles) > 1 else "one profile"
        raise click.UsageError(
            f"{count} given; give two, or several runs of each side: BASE... --new NEW..."
        )
    return profiles[:1], profiles[1:]

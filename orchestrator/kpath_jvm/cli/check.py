"""``kpath-jvm check``: checks a profile against rules."""

from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import GateOptions, PrintedOptions
from kpath_jvm.cli.options.parameters import PATH, NoMerge, ProfileArgument, sources_option
from kpath_jvm.cli.options.source_roots import source_texts

#: The name of the test suite in the JUnit XML.
_SUITE = "kpath-jvm check"


@verb("check")
def command(
    profile: ProfileArgument,
    rules: Annotated[
        Path,
        option(
            "--rules",
            type=PATH,
            required=True,
            metavar="FILE",
            help="A TOML file with a table [[rule]] for each rule.",
            found=Found.INSIDE,
        ),
    ],
    thread: Annotated[
        str | None,
        option("--thread", metavar="THREAD", help="Check only one thread.", found=Found.VALUE),
    ],
    jvm: Annotated[
        str | None,
        option("--jvm", metavar="PID|NAME", help="Check only one JVM.", found=Found.VALUE),
    ],
    sources: Annotated[
        tuple[Path, ...],
        sources_option(
            "--sources",
            "Sources of the program, so that rules can name conditions and labels as the source "
            "does; repeatable.",
        ),
    ],
    no_merge: NoMerge,
    gates: GateOptions,
    printed: PrintedOptions,
) -> int:
    """Check a profile against rules: shares, iterations, outcomes, paths that must not run.

    \b
    kpath-jvm check app.kpath --rules kpath-rules.toml
    kpath-jvm check app.kpath --rules kpath-rules.toml --junit target/kpath.xml
    kpath-jvm check app.kpath --rules kpath-rules.toml --format md >> "$GITHUB_STEP_SUMMARY"

    A rule is a figure and its bounds, such as `iterations = "Scanner.java:42"` and `at-most = 20`.
    The exit status is 0 if all rules are kept, 1 if a rule is broken, and 2 if none is broken, but
    one can't be checked. The other rules are checked even then. A profile that isn't exact also
    fails, unless --accept allows it.
    """
    from kpath_jvm.analysis.selection import Selection
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.gates import renderables, summarise_check
    from kpath_jvm.reports.markdown.gates import check_markdown
    from kpath_jvm.reports.rules_file import read_rules

    keep_pandas_out()
    gates.clear(printed.to.force, [rules])
    with gates.failing(_SUITE):
        wanted = read_rules(rules)
        selection = Selection(thread=thread, jvm=jvm)
        with source_texts(sources) as texts:
            document = summarise_check(
                profile, wanted, selection,
                merge=not no_merge, accepted=gates.accepted, sources=texts,
            )  # fmt: skip
    return gates.tell(_SUITE, document, printed, renderables, check_markdown)

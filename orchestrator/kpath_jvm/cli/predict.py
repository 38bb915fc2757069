"""``kpath-jvm predict``: which paths an edge profile would predict, and which another run had."""

from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import PrintedPlainOptions
from kpath_jvm.cli.options.parameters import PATH, NoMerge, ProfileArgument, rows_option
from kpath_jvm.cli.options.selecting import MethodPatterns

#: The number of methods that are shown.
_METHODS = 3


@verb("predict")
def command(
    profile: ProfileArgument,
    train: Annotated[
        Path | None,
        option(
            "--train",
            type=PATH,
            metavar="PROFILE",
            help="A profile of a run with another input: also show how many of the first profile's "
            "paths are in this one, too.",
            found=Found.INSIDE,
        ),
    ],
    method: MethodPatterns,
    top: Annotated[
        int,
        rows_option("Methods to show, those with the most completions.", _METHODS, least=0),
    ],
    no_merge: NoMerge,
    printed: PrintedPlainOptions,
) -> None:
    """Show which of the executed paths an edge profile would predict, as Ball and Larus did.

    \b
    kpath-jvm predict eclipse.kpath
    kpath-jvm predict large.kpath --train small.kpath
    kpath-jvm predict large.kpath --train small.kpath --method Scanner.scan

    From each place where paths start, the most frequent edges are followed to an end. Published
    averages stand beside the figures.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.analysis.selection import Selection
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.prediction.summary import summarise_prediction
    from kpath_jvm.reports.prediction.text import renderables

    def opened(path: Path) -> Profile:
        found = Profile.open(path)
        return found if no_merge else found.merged()

    asked, trained = opened(profile), None if train is None else opened(train)
    document = summarise_prediction(asked, trained, Selection(method=method), top)
    printed.write(document, renderables)

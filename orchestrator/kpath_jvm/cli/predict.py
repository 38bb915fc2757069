"""``kpath-jvm predict``: the paths that an edge profile would predict, or that another run had."""

from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import PrintedPlainOptions
from kpath_jvm.cli.options.parameters import PATH, NoMerge, ProfileArgument, Sources, rows_option
from kpath_jvm.cli.options.selecting import PlaceOptions
from kpath_jvm.cli.options.source_roots import source_texts

_ROWS = 3


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
            "paths it has.",
            found=Found.INSIDE,
        ),
    ],
    top: Annotated[
        int,
        rows_option("Show the N methods and N loops with the most completions.", _ROWS, least=0),
    ],
    places: PlaceOptions,
    sources: Sources,
    no_merge: NoMerge,
    printed: PrintedPlainOptions,
) -> None:
    """Show which of the executed paths an edge profile would predict, as Ball and Larus did.

    \b
    kpath-jvm predict eclipse.kpath
    kpath-jvm predict large.kpath --train small.kpath
    kpath-jvm predict large.kpath --train small.kpath --method Scanner.scan
    kpath-jvm predict large.kpath --train small.kpath --loop Scanner.java:1280

    From each place where paths start, the most frequent edges are followed until a path ends.
    Published averages are shown beside the figures.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.prediction.summary import summarise_prediction
    from kpath_jvm.reports.prediction.text import renderables

    def opened(path: Path) -> Profile:
        found = Profile.open(path)
        return found if no_merge else found.merged()

    asked, trained = opened(profile), None if train is None else opened(train)
    with source_texts(sources, [asked]) as texts:
        document = summarise_prediction(asked, trained, places.selection(), top, texts)
    printed.write(document, renderables)

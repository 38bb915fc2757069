"""``kpath-jvm reproduce``: the papers' evaluations, figures and a report, from one command."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Declaration, Found, argument, flag, option, verb
from kpath_jvm.cli.options.kits import KitOptions
from kpath_jvm.cli.options.parameters import output_option
from kpath_jvm.cli.options.trials import TrialOptions
from kpath_jvm.evaluation.experiments.reproduce import ReproduceRequest, reproduce
from kpath_jvm.evaluation.results.papers import named

#: The beginning of a chart's name, by the word before its number on the command line.
_KINDS = {"figure": "figure", "figures": "figure", "table": "table", "tables": "table"}


def _names_option(spelling: str, metavar: str, text: str) -> Declaration:
    return option(spelling, metavar=metavar, help=f"{text}  [default: all]", found=Found.VALUE)


@verb("reproduce")
def command(
    words: Annotated[
        tuple[str, ...], argument(required=False, nargs=-1, metavar="[figure N | table N]...")
    ],
    quick: Annotated[
        bool,
        flag(
            "--quick",
            help="All embedded benchmarks at their small size, few trials, 15 minutes.  [default]",
            found=Found.VALUE,
        ),
    ],
    paper: Annotated[
        bool,
        flag(
            "--paper",
            help="The whole method of the paper; takes hours to days: see --budget.",
            found=Found.VALUE,
        ),
    ],
    only: Annotated[
        str | None,
        _names_option("--only", "NAMES", "Benchmarks, such as eclipse,hsqldb or specjvm2008/*."),
    ],
    figures: Annotated[
        str | None,
        _names_option(
            "--figures", "NAMES", "The only figures to be made, such as 8,11 or overhead."
        ),
    ],
    papers: Annotated[
        str | None,
        _names_option(
            "--of",
            "PAPERS",
            "Papers to reproduce, with commas between them: delia (k-BLPP, 2013), "
            "ball-larus, tallam, yasue, roy-srikant.",
        ),
    ],
    output: Annotated[
        Path | None,
        output_option(
            "DIR", "Directory of the results.  [default: kpath-reproduce-quick or -paper here]"
        ),
    ],
    trials: TrialOptions,
    kits: KitOptions,
) -> int:
    """Run the papers' experiments, draw their figures, and judge what the papers say.

    \b
    kpath-jvm reproduce
    kpath-jvm reproduce figure 9
    kpath-jvm reproduce --paper --budget 8 --resume
    kpath-jvm reproduce --only eclipse,heapsort --figures 8,11
    kpath-jvm reproduce --of roy-srikant,tallam

    `figure 9` and `table 1` are other spellings of `--figures 9` and `--figures table1`. If the
    command was interrupted, the same command on the same machine does not repeat finished trials.
    """
    if quick and paper:
        raise click.UsageError("--quick and --paper exclude each other; give one of them")
    mode = "paper" if paper else "quick"
    return reproduce(
        ReproduceRequest(
            mode=mode,
            only=_names(only),
            figures=_figures(words, figures),
            papers=named(_names(papers) or ()),
            root=output or Path(f"kpath-reproduce-{mode}"),
            settings=trials.settings(),
            lanes=trials.lanes,
            dry_run=trials.dry_run,
            kits=kits.places(),
        )
    )


def _figures(words: Sequence[str], option: str | None) -> tuple[str, ...] | None:
    """Returns the figures given by ``words`` or by ``option``; None if neither is given.

    Raises UsageError if both are given, if the first word is neither figure nor table, or if such
    a word has no number after it.
    """
    if not words:
        return _names(option)
    if option is not None:
        raise click.UsageError(
            f"{words[0]!r} and --figures {option} both name figures; use one of the two spellings"
        )
    figures: list[str] = []
    kind = None
    for word, following in zip_longest(words, words[1:]):
        if word in _KINDS:
            if following is None or following in _KINDS:
                raise click.UsageError(f"{word!r} needs a number after it, as in `{word} 1`")
            kind = _KINDS[word]
        elif kind is None:
            raise click.UsageError(
                f"{word!r} is neither 'figure' nor 'table'; write `figure 9`, `table 1`, or "
                "--figures NAMES"
            )
        else:
            figures += [f"{kind}{name}" for name in _names(word) or ()]
    return tuple(figures)


def _names(text: str | None) -> tuple[str, ...] | None:
    """Returns the names between the commas; None if ``text`` is None.

    Raises UsageError if there are no names in the text.
    """
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise click.UsageError(f"{text!r} names nothing; give names with commas between them")
    return names

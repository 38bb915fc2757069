"""Writes the text of ``predict``: a profile's figures beside those of Ball and Larus's paper."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.loop_words import loop_name
from kpath_jvm.reports.output import amount, percent

_HEAD = ("", "here", "SPEC95 (Ball, Larus)")
_OF_OTHER_CODE = (
    "  the last column has the figures that Ball and Larus published for other programs; "
    "completions of predicted paths are a share of the completions of all paths"
)
_UNTRAINED = (
    "  --train shows how often the next path can be guessed from {what}; pass the profile of a run "
    "with another input, because this run knows its own answers, so that these shares are only "
    "upper bounds"
)
_FROM_PATHS = "the paths before it"
#: Used instead of ``_FROM_PATHS`` if the profile doesn't show which paths come before a path.
_FROM_PLACE = "the place where it starts"
_GUESSES = (
    "  the guess is the path that most often started at the same place after the same paths in "
    "training; if several paths did so equally often, the guess is the one whose blocks come "
    "first; if training has no path after the same paths, the oldest of these are left out; the "
    "share of right guesses is relative to all completions"
)
#: Shown if methods seem to have done the same work several times (analysis/repeated.py).
_REPEATED = (
    "{share} of the completions are in methods whose counts of sequences are all multiples of one "
    "number, as if they did the same work several times: if training did that work, too, right "
    "guesses from many known paths may be repeated coincidences"
)
#: Shown below the list of loops.
_OF_LOOPS = "  a loop's paths are those that run through it and not only through a loop inside it"
#: Notes on whether a loop's paths include the paths that enter and leave the loop, by the value of
#: ``--cut``.
_ENTERING = {
    "back-edge": "; the path that enters it and the path that leaves it are among them",
    "loop-header": (
        "; the path that leaves it is among them, but not the path that leads to it, which ends "
        "before its header"
    ),
}
_GAP = 2

#: The figures for SPEC95 in Ball and Larus, Efficient Path Profiling (1996). The averages are from
#: the table "Path Profiling versus Edge Profiling". The pairs are from "ref versus train datasets".
#: Each pair has the least and the greatest share of the real run (ref) that the training run
#: (train) covers in any of the programs.
PUBLISHED: dict[str, Any] = {
    "paths": 2696,
    "predicted_paths_share": 0.379,
    "methods": 270,
    "paths_per_method": 7.7,
    "most_paths": 198,
    "executed": {"longest_edges": 226, "longest_bytecodes": 1344, "average_edges": 6.9,
                 "average_bytecodes": 88.4},
    "predicted": {"longest_edges": 183, "longest_bytecodes": 1270, "average_edges": 5.1,
                  "average_bytecodes": 33.6},
    "trained_paths_share": (0.418, 0.982),
    "trained_completions_share": (0.719, 1.0),
    "trained_bytecodes_share": (0.638, 1.0),
}  # fmt: skip


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields what rich prints for a document of ``predict``."""
    published = PUBLISHED
    title = shortened(document["title"])
    yield wrapped(Text(printable(f"{title}: {document['profile']}")), hanging=0)
    if document["selection"]:
        yield wrapped(Text(f"only: {document['selection']}"), hanging=0)
    yield from _worth(document)
    yield _table(_rows(document, published))
    yield wrapped(Text(_OF_OTHER_CODE, "dim"), hanging=2)
    if document["pieces"] is not None:
        yield wrapped(Text(f"  {_pieces(document['pieces'])}", "yellow"), hanging=2)
    train = document["train"]
    if train is None:
        yield _table(_guessed(document["at_most"]), ("next path guessed right", "at most"))
        what = _FROM_PATHS if document["known"] else _FROM_PLACE
        yield wrapped(Text(_UNTRAINED.format(what=what), "dim"), hanging=2)
    else:
        seen = printable(f"seen in training: {shortened(train['title'])}: {train['profile']}")
        yield Text("")
        yield wrapped(Text(seen), hanging=0)
        yield from _worth(train)
        if train["of_judged_run"]:
            yield wrapped(Text(train["of_judged_run"], "yellow"), hanging=0)
        yield _table(_trained(train, published))
        yield wrapped(Text(_GUESSES, "dim"), hanging=2)
        if train["repeated_completions"]:
            share = percent(train["repeated_completions_share"])
            yield wrapped(Text(f"  {_REPEATED.format(share=share)}", "yellow"), hanging=2)
    methods = [(printable(row["title"]), row) for row in document["by_method"]]
    yield from _listed("methods", document["methods"], methods)
    loops = [(_loop(row), row) for row in document["by_loop"]]
    yield from _listed("loops", document["loops"], loops)
    if loops:
        entering = _ENTERING.get(document["cut"], "")
        yield wrapped(Text(f"{_OF_LOOPS}{entering}", "dim"), hanging=2)


def _worth(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the verdict on the counts and the reasons for it, unless there are no reasons."""
    completeness = document["completeness"]
    if completeness["reasons"]:
        yield wrapped(Text(printable(completeness["text"]), "yellow"), hanging=0)


def _rows(document: dict[str, Any], published: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    yield "paths executed", amount(document["paths"]), amount(published["paths"])
    yield (
        "  of these, predicted from edges",
        percent(document["predicted_paths_share"]),
        percent(published["predicted_paths_share"]),
    )
    yield "  completions of predicted paths", percent(document["predicted_completions_share"]), "-"
    yield "  bytecodes of predicted paths", percent(document["predicted_bytecodes_share"]), "-"
    for kind, name in (("longest", "longest path"), ("average", "average completion")):
        for unit in ("edges", "bytecodes"):
            for which, word in (("executed", "executed"), ("predicted", "predicted instead")):
                key = f"{kind}_{unit}"
                yield (
                    f"{name}, {unit}, {word}",
                    _number(document[which][key]),
                    _number(published[which][key]),
                )
    yield "methods executed", amount(document["methods"]), amount(published["methods"])
    yield (
        "paths per method",
        _number(document["paths_per_method"]),
        _number(published["paths_per_method"]),
    )
    yield "  most", amount(document["most_paths"]), amount(published["most_paths"])


def _pieces(found: dict[str, Any]) -> str:
    """Returns a note on the methods with cut edges, with the shares for all other methods."""
    several = found["methods"] != 1
    text = (
        f"{amount(found['methods'])} {'methods have' if several else 'method has'} cut edges, "
        f"so {'their' if several else 'its'} paths are pieces, which are shorter and easier to "
        f"predict; they have {percent(found['completions_share'])} of the completions"
    )
    if found["other_predicted_paths_share"] is None:
        return text
    return (
        f"{text}; of the other methods' paths, {percent(found['other_predicted_paths_share'])} are "
        "predicted from edges, with "
        f"{percent(found['other_predicted_completions_share'])} of their completions and "
        f"{percent(found['other_predicted_bytecodes_share'])} of their bytecodes"
    )


def _trained(train: dict[str, Any], published: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, key in (
        ("paths", "trained_paths_share"),
        ("completions", "trained_completions_share"),
        ("bytecodes of completed paths", "trained_bytecodes_share"),
    ):
        least, most = published[key]
        yield name, percent(train[key]), f"{percent(least)} to {percent(most)}"
    yield "next path guessed right, from edges", percent(train["guessed_from_edges_share"]), "-"
    for name, share in _guessed(train["guessed"]):
        yield name, share, "-"


def _guessed(guessed: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    most_known = guessed[-1]["known"]
    for one in guessed:
        known = one["known"]
        # Only rows for 0, 1, 3, 7 ... known paths and for the largest number are shown. Together
        # with the next path, 0, 1, 3, 7 ... known paths form sequences of 1, 2, 4, 8 ... paths.
        if known & (known + 1) and known != most_known:
            continue
        before = "the last path" if known == 1 else f"the last {known} paths"
        name = f"  from {before} before it" if known else "  from the place where it starts"
        yield name, percent(one["share"])


def _listed(
    what: str, count: int, rows: Sequence[tuple[str, dict[str, Any]]]
) -> Iterator[RenderableType]:
    """Yields a heading, and the name and shares of each listed method or loop.

    ``count`` is the number of all methods or loops.
    """
    if not rows:
        return
    of = f" of {count:,}" if len(rows) < count else ""
    yield Text("")
    yield wrapped(Text(f"{what} with the most completions: {len(rows):,}{of}", "bold"), hanging=2)
    for name, row in rows:
        yield wrapped(Text(name), hanging=4)
        yield wrapped(Text(f"  {_shares(row)}"), hanging=4)


def _loop(row: dict[str, Any]) -> str:
    statement = row["loop"]["statement"]
    return printable(loop_name(row)) + (f": {statement}" if statement else "")


def _shares(row: dict[str, Any]) -> str:
    several = "" if row["paths"] == 1 else "s"
    told = [
        f"{amount(row['completions'])} completions of {amount(row['paths'])} path{several}",
        f"{percent(row['predicted_completions_share'])} are of paths that edges predict",
    ]
    train = row["train"]
    if train is None:
        at_most = _known_and_not(row["at_most"])
        return "; ".join([*told, f"the next path is guessed right in at most {at_most}"])
    told.append(f"{percent(train['trained_completions_share'])} are of paths seen in training")
    told.append(
        f"the next path is guessed right in {_known_and_not(train['guessed'])} "
        f"({percent(train['guessed_from_edges_share'])} from edges)"
    )
    return "; ".join(told)


def _known_and_not(guessed: Sequence[dict[str, Any]]) -> str:
    """Returns the shares of right guesses without known paths, and from the most known paths."""
    first, last = guessed[0], guessed[-1]
    if last is first:
        return percent(first["share"])
    return (
        f"{percent(first['share'])} without known paths, {percent(last['share'])} from the last "
        f"{last['known']}"
    )


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _table(rows: Iterator[tuple[str, ...]], head: tuple[str, ...] = _HEAD) -> Text:
    lines: Sequence[tuple[str, ...]] = [head, *rows]
    name, *figures = (max(map(len, column)) for column in zip(*lines, strict=True))
    text = Text(no_wrap=True)
    for number, line in enumerate(lines):
        shown = f"{line[0]:<{name}}"
        for figure, width in zip(line[1:], figures, strict=True):
            shown += f"{'':{_GAP}}{figure:>{width}}"
        text.append(("\n" if number else "") + shown, style="" if number else "dim")
    return text

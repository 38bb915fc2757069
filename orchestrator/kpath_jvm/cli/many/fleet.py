"""``kpath-jvm fleet``: questions about all profiles of a store."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from kpath_jvm.cli.options.declared import Found, argument, option, verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.cli.options.parameters import (
    PATH,
    Force,
    HoweverAdded,
    output_option,
    rows_option,
)
from kpath_jvm.cli.options.stored import DaysOptions, OnlyService, OnlyVersion
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.fleet.choices import BYS, ENGINES, LOCAL
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.reports.aligned import aligned

if TYPE_CHECKING:
    from kpath_jvm.fleet.answers import Answer
    from kpath_jvm.fleet.asking import Opened
    from kpath_jvm.fleet.engines import Row

StoreArgument = Annotated[str, argument()]
Limit = Annotated[int, rows_option("How many rows to show.", 20, most=1_000_000)]


@dataclass(frozen=True)
class AnswerOptions:
    """The engine that answers, and how the answer is printed."""

    engine: Annotated[
        str,
        option(
            "--engine",
            type=click.Choice(ENGINES),
            default=ENGINES[0],
            help="The engine: DuckDB in this process, or Spark. Both give the same answer.",
            found=Found.VALUE,
        ),
    ]
    master: Annotated[
        str,
        option(
            "--master",
            metavar="URL",
            default=LOCAL,
            help="Spark's master, such as spark://host:7077.",
        ),
    ]
    printed: FormatOptions

    def opened(self) -> "Opened":
        """Returns the function that opens the engine."""
        from kpath_jvm.fleet import asking

        return asking.opened_by(self.engine, self.master)

    @property
    def words(self) -> list[str]:
        """The engine as options of the command line, without what is the default anyway."""
        engine = [] if self.engine == ENGINES[0] else ["--engine", self.engine]
        return [*engine, *([] if self.master == LOCAL else ["--master", self.master])]


@click.group("fleet")
def command() -> None:
    """Ask about the profiles of a whole store at once, with DuckDB or with Spark.

    \b
    kpath-jvm fleet top profiles --service shop --since 2026-11-01
    kpath-jvm fleet diff profiles --service shop --base 1.3 --new 1.4
    kpath-jvm fleet trend profiles --service shop --version main --figure 'total(Parser.word)'
    kpath-jvm fleet merge profiles --version 1.4 -o shop-1.4.kpath
    """


@verb("top", within=command)
def top(
    store: StoreArgument,
    by: Annotated[
        str,
        option(
            "--by",
            type=click.Choice(["method", "path"]),
            default="method",
            help="What each row stands for.",
            found=Found.VALUE,
        ),
    ],
    limit: Limit,
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
    answered: AnswerOptions,
) -> None:
    """Show the methods or paths that executed the most bytecodes over all runs."""
    from kpath_jvm.fleet import answers
    from kpath_jvm.reports.fleet_top import renderables
    from kpath_jvm.reports.output import write
    from kpath_jvm.store.store import Store

    found = answers.top(Store(store), days.of(service, version), by, limit, answered.opened())
    if not _told(found, answered.printed.is_json):
        of_rows = renderables(_dicts(found), found.runs, found.days, found.bytecodes or 0)
        write(sys.stdout, None, *of_rows)


@verb("diff", within=command)
def diff(
    store: StoreArgument,
    base: Annotated[
        str,
        option(
            "--base", required=True, metavar="VERSION", help="The old version.", found=Found.VALUE
        ),
    ],
    new: Annotated[
        str,
        option(
            "--new", required=True, metavar="VERSION", help="The new version.", found=Found.VALUE
        ),
    ],
    limit: Limit,
    service: OnlyService,
    days: DaysOptions,
    answered: AnswerOptions,
) -> None:
    """Show the methods whose shares of the recorded bytecodes differ most between two versions."""
    from kpath_jvm.fleet import answers
    from kpath_jvm.store.store import Store

    found = answers.diff(
        Store(store), days.of(service, base), days.of(service, new), limit, answered.opened()
    )
    _print(found, answered.printed.is_json)


@verb("trend", within=command)
def trend(
    store: StoreArgument,
    figures: Annotated[
        tuple[str, ...],
        option(
            "--figure",
            multiple=True,
            metavar="FIGURE",
            help="What to show of each run, written like a condition of `diff --fail-if` without a "
            "bound: total, total(Parser.word), bytecodes(acme.*.*), entries(Parser.word), "
            "bytecodes-per-entry(Parser.word), iterations(Parser.word:42) or "
            "loop-bytecodes(Parser.word). Repeatable.  [default: total, unless --rules is given]",
            found=Found.VALUE,
        ),
    ],
    rules: Annotated[
        Path | None,
        option(
            "--rules",
            type=PATH,
            metavar="FILE",
            help="A file of rules for `check`: show their figures, too, and which runs break them.",
            found=Found.INSIDE,
        ),
    ],
    by: Annotated[
        str,
        option(
            "--by",
            type=click.Choice(BYS),
            default=BYS[0],
            help="What each row stands for.",
            found=Found.VALUE,
        ),
    ],
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
    answered: AnswerOptions,
) -> None:
    """Show how a figure has changed from run to run, from day to day, or by version.

    \b
    kpath-jvm fleet trend profiles --service shop --version main
    kpath-jvm fleet trend profiles --service shop --figure 'total(Parser.word)' --by version
    kpath-jvm fleet trend profiles --service shop --rules kpath-rules.toml
    """
    from kpath_jvm.fleet.figures import asked
    from kpath_jvm.fleet.trend import trend as answer
    from kpath_jvm.reports.trend import lines, next_step
    from kpath_jvm.store.store import Store

    wanted = asked(figures or (("total",) if rules is None else ()), rules)
    found = answer(Store(store), days.of(service, version), wanted, by, answered.opened())
    if not _told(found, answered.printed.is_json):
        rows = _dicts(found)
        for line in lines(rows):
            click.echo(line)
        if (step := next_step(rows, store, by, [*days.words, *answered.words])) is not None:
            click.echo(step)


@verb("merge", within=command)
def merge(
    store: StoreArgument,
    output: Annotated[
        Path,
        output_option("PATH", "The merged profile's directory.", required=True),
    ],
    force: Force,
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
    however_recorded: HoweverAdded,
) -> None:
    """Write the exact sum of all runs as a profile, as `kpath-jvm merge` does."""
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.fleet import answers
    from kpath_jvm.store.store import Store

    def tell(text: str) -> None:
        click.echo(f"kpath-jvm: {printable(text)}", err=True)

    done = answers.merged(
        Store(store), days.of(service, version), output, force, tell,
        however_recorded=however_recorded,
    )  # fmt: skip
    tell(f"profile {output}: {done.text}")
    tell_worth_of(output)


def _print(answer: "Answer", as_json: bool) -> None:
    if _told(answer, as_json):
        return
    columns, table = for_people(answer)
    values = [columns, *table]
    cells = [[*columns], *([*map(_cell, columns, row)] for row in table)]
    for line in aligned(cells, lambda row, column: not isinstance(values[row][column], str)):
        click.echo(line)


def _told(answer: "Answer", as_json: bool) -> bool:
    """Prints an answer's notes, and the answer as JSON if that is wanted.

    Returns whether the answer was printed.
    """
    # Readers of a table need the notes with it, wherever stdout goes. A document has them itself.
    for note in answer.notes:
        click.echo(f"{'kpath-jvm' if as_json else 'note'}: {printable(note)}", err=as_json)
    if as_json:
        document = {
            "kpath_jvm_fleet": 1,
            "runs": answer.runs,
            "completeness": answer.completeness.document(),
            "notes": list(answer.notes),
            **({} if answer.bytecodes is None else {"bytecodes": answer.bytecodes}),
            "rows": _dicts(answer),
        }
        json.dump(document, sys.stdout, indent=1)
        print()
        return True
    if not answer.completeness.is_exact:
        click.echo(f"kpath-jvm: {printable(answer.completeness.text)}", err=True)
    return False


def _dicts(answer: "Answer") -> list[dict[str, Any]]:
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def for_people(answer: "Answer") -> "tuple[tuple[str, ...], list[Row]]":
    """Returns the columns and rows, with methods named as in all texts: ``a.b.C.m(int, String)``.

    Such a name replaces the first three columns: class, name and descriptor as in the class file.
    """
    columns = ("method", *answer.columns[3:])
    rows = []
    for class_name, name, descriptor, *rest in answer.rows:
        facts = dict(zip(answer.columns[3:], rest, strict=True))
        if facts.get("was"):
            was, _, parameters = facts["was"].partition("(")
            was_class, _, was_name = was.rpartition(".")
            facts["was"] = method_title(was_class, was_name, f"({parameters}")
        rows.append((method_title(class_name, name, descriptor), *facts.values()))
    return columns, rows


def _cell(column: str, value: object) -> str:
    if isinstance(value, float) and column.endswith("_per_run"):
        return f"{value:,.0f}"
    if isinstance(value, float):
        # The difference of two shares isn't a share itself, so it is shown in percentage points.
        return f"{100 * value:+.2f} points" if column == "change" else f"{100 * value:.2f} %"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))

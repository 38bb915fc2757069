"""The options that say where official kits are, and the completion of workloads in the shell."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import option
from kpath_jvm.cli.options.parameters import PATH
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces


@dataclass(frozen=True)
class KitOptions:
    """The options that say where the official kits of benchmark suites are."""

    dacapo_jars: Annotated[
        tuple[Path, ...],
        option(
            "--dacapo-jar",
            multiple=True,
            type=PATH,
            metavar="JAR",
            help="DaCapo's own jar, of any release; repeatable.  "
            "[default: $KPATH_DACAPO_JAR, the cache]",
            more="For the suites dacapo-2006, dacapo-9.12 and dacapo-23.11 "
            "([workloads.md](workloads.md#official-kits)); `$KPATH_DACAPO_JAR` may list "
            "several jars, separated by colons.",
        ),
    ]
    spec_home: Annotated[
        Path | None,
        option(
            "--spec-home",
            type=PATH,
            metavar="DIR",
            help="SPECjvm2008's own kit, installed.  [default: $KPATH_SPEC_HOME, the cache]",
            more="For the suite specjvm2008-kit.",
        ),
    ]
    renaissance_jar: Annotated[
        Path | None,
        option(
            "--renaissance-jar",
            type=PATH,
            metavar="JAR",
            help="Renaissance's own jar.  [default: $KPATH_RENAISSANCE_JAR, the cache]",
            more="For the suite renaissance.",
        ),
    ]

    def places(self) -> KitPlaces:
        """Returns where to look for the kits."""
        home, jar = self.spec_home, self.renaissance_jar
        return KitPlaces(
            dacapo=self.dacapo_jars,
            specjvm=() if home is None else (home,),
            renaissance=() if jar is None else (jar,),
        )


def complete_suites(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Returns the suites that begin with a word, for the shell's completion."""
    suites = (suite for suite, _ in _workload_names())
    return sorted({it for it in suites if it.startswith(incomplete)})


def complete_benchmarks(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Returns the benchmarks that begin with a word; only those of the suite if one is given."""
    given = ctx.params.get("suite")
    return sorted(
        {
            name
            for suite, name in _workload_names()
            if given in (None, suite) and name.startswith(incomplete)
        }
    )


def _workload_names() -> list[tuple[str, str]]:
    from kpath_jvm.evaluation.workloads.catalogue import list_workloads
    from kpath_jvm.evaluation.workloads.kits.catalogue import list_official

    return [(it.suite, it.name) for it in (*list_workloads(), *list_official())]

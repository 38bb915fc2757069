"""Reads a kit's TOML file, and says in one line what is wrong with it.

A benchmark's ``sizes`` are names that the harness has too, or a table of what it is given for each;
the file's own apply where a benchmark has none. ``starts_jvms`` may be left out.
"""

from collections.abc import Mapping
from pathlib import Path

from kpath_jvm.evaluation.workloads.kits.harnesses import HARNESSES
from kpath_jvm.evaluation.workloads.kits.model import (
    Exclusion,
    JdkRange,
    JvmOptions,
    Kit,
    KitBenchmark,
)
from kpath_jvm.toml_tables import Table, read_table


def read_kit(path: Path) -> Kit:
    """The kit that the file describes; KpathError when it is unreadable or incomplete."""
    table = read_table(path, "kit")
    harness = table.text("harness")
    if harness not in HARNESSES:
        raise table.error("harness", f"is {harness!r}, not one of {', '.join(HARNESSES)}")
    common = table.optional_table("sizes").settings()
    kit = Kit(
        suite=table.text("suite"),
        title=table.text("title"),
        harness=harness,
        version=table.text("version"),
        file=table.text("file"),
        get=table.text("get"),
        warmups=table.whole("warmups", 0),
        iterations=table.whole("iterations", 1),
        jvm_options=table.texts("jvm_options"),
        known_limits=table.texts("known_limits"),
        benchmarks={
            name: _benchmark(name, entry, common)
            for name, entry in table.table("benchmarks").inner_tables().items()
        },
        config=path,
    )
    table.finish()
    return kit


def _benchmark(name: str, table: Table, common: Mapping[str, str]) -> KitBenchmark:
    benchmark = KitBenchmark(
        name=name,
        does=table.text("does"),
        threads=table.text("threads"),
        sizes=_sizes(table, common),
        exclusions=tuple(map(_exclusion, table.list_of_tables("excluded"))),
        options=tuple(map(_options, table.list_of_tables("options"))),
        starts_jvms=table.flag("starts_jvms", False),
    )
    table.finish()
    return benchmark


def _sizes(table: Table, common: Mapping[str, str]) -> Mapping[str, str]:
    if "sizes" not in table.keys:
        sizes = dict(common)
    elif table.is_list("sizes"):
        sizes = {name: name for name in table.texts("sizes")}
    else:
        sizes = table.table("sizes").settings()
    if "default" not in sizes:
        raise table.error("sizes", f"are {', '.join(sizes) or 'missing'}, without default")
    return sizes


def _exclusion(table: Table) -> Exclusion:
    exclusion = Exclusion(_jdks(table), table.text("why"))
    table.finish()
    return exclusion


def _options(table: Table) -> JvmOptions:
    options = JvmOptions(_jdks(table), table.texts("options"), table.text("why"))
    table.finish()
    return options


def _jdks(table: Table) -> JdkRange:
    first = table.whole("from_jdk", 1)
    return JdkRange(first, table.whole("to_jdk", first) if "to_jdk" in table.keys else None)

"""Reads a kit's TOML file, and reports in one line what is wrong with it.

A benchmark's ``sizes`` is a list of names if the harness calls the sizes by our names. Otherwise,
``sizes`` is a table with the harness's value for each of our names. A benchmark without ``sizes``
has the sizes at the top of the file. ``starts_jvms`` is optional.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from kpath_jvm.evaluation.workloads.kits.model import (
    Exclusion,
    JdkRange,
    JvmOptions,
    Kit,
    KitBenchmark,
)
from kpath_jvm.evaluation.workloads.kits.preparation import HARNESSES
from kpath_jvm.toml_tables import Positive, Table, Texts, read, read_table


def read_kit(path: Path) -> Kit:
    """Returns the kit that the file describes.

    Raises KpathError when the file is unreadable or incomplete.
    """
    table = read_table(path, "kit")
    harness = table.text("harness")
    if harness not in HARNESSES:
        raise table.error("harness", f"is {harness!r}, not one of {', '.join(HARNESSES)}")
    common = table.optional_table("sizes").settings()
    benchmarks = {
        name: _benchmark(name, entry, common)
        for name, entry in table.table("benchmarks").inner_tables().items()
    }
    return read(table, Kit, harness=harness, benchmarks=benchmarks, config=path)


def _benchmark(name: str, table: Table, common: Mapping[str, str]) -> KitBenchmark:
    excluded, options = table.list_of_tables("excluded"), table.list_of_tables("options")
    return read(
        table,
        KitBenchmark,
        name=name,
        sizes=_sizes(table, common),
        exclusions=tuple(read(it, Exclusion, jdks=_jdks(it)) for it in excluded),
        options=tuple(read(it, JvmOptions, jdks=_jdks(it)) for it in options),
    )


def _sizes(table: Table, common: Mapping[str, str]) -> Mapping[str, str]:
    if not table.has("sizes"):
        sizes = dict(common)
    elif table.is_list("sizes"):
        sizes = {name: name for name in table.value("sizes", Texts)}
    else:
        sizes = table.table("sizes").settings()
    if "default" not in sizes:
        known = f"are {', '.join(sizes)}, but must include 'default'" if sizes else "are missing"
        raise table.error("sizes", known)
    return sizes


def _jdks(table: Table) -> JdkRange:
    first = table.value("from_jdk", Positive)
    later = Annotated[int, msgspec.Meta(ge=first)]
    return JdkRange(first, table.value("to_jdk", later) if table.has("to_jdk") else None)

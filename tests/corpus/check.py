"""Instruments and verifies every class of the JDK and of a list of jars.

    .venv/bin/python tests/corpus/check.py

Fetches the jars (jars.toml) with Maven, and checks them on each JDK. Prints tables for each JDK,
and ends with status 1 if anything is wrong. ``--help`` lists the options.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from corpus.corpus import CorpusError, Jar, check_jars, check_jdk, read_jars
from corpus.table import faults, markdown, total
from kpath_jvm.errors import KpathError
from oracle.harness import check_parser, find_java_homes, java_version

#: The small check takes one JDK class out of this many.
SMALL_STEP = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks the jars, prints tables and writes the requested files.

    Returns 1 if anything is wrong with a class, and 2 if the check can't be carried out.
    """
    options = _parse(arguments)
    try:
        jars = _chosen(read_jars(), options)
        results = {
            f"JDK {java_version(home)}": check(home, jars, options.small, not options.only)
            for home in options.jdk or find_java_homes()
        }
    except (CorpusError, KpathError) as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 2
    text = "\n".join(f"### {jdk}\n\n{markdown(rows)}" for jdk, rows in results.items())
    print(text)
    if options.markdown:
        options.markdown.write_text(text, "utf-8")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    found = [f"{jdk}: {fault}" for jdk, rows in results.items() for fault in faults(rows[:-1])]
    for fault in found:
        print(fault)
    print(f"{len(found)} faults")
    return 1 if found else 0


def check(home: Path, jars: list[Jar], small: bool, with_jdk: bool) -> list[dict[str, Any]]:
    """Returns a JDK's rows: the jars, the JDK's modules if ``with_jdk`` is true, and a total."""
    java = home / "bin" / "java"
    rows = check_jars(jars, java) if jars else []
    if with_jdk:
        modules = check_jdk(java, SMALL_STEP if small else 1)
        base = [row for row in modules if row["name"] == "java.base"]
        others = [row for row in modules if row["name"] != "java.base"]
        rows += [*base, total(f"the JDK's {len(others)} other modules", others)]
    return [*rows, total("all", rows)]


def _chosen(jars: list[Jar], options: argparse.Namespace) -> list[Jar]:
    if options.only:
        names = {jar.artifact.artifact for jar in jars}
        unknown = sorted(set(options.only) - names)
        if unknown:
            raise CorpusError(f"no jar is named {unknown[0]}; there are {', '.join(sorted(names))}")
        return [jar for jar in jars if jar.artifact.artifact in options.only]
    return [jar for jar in jars if jar.small or not options.small]


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = check_parser(__doc__.partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="check only some jars and JDK classes")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="check this jar and not the JDK; repeatable"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

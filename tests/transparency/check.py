"""Checks that libraries' own tests have the same outcomes under the profiler as without it.

    .venv/bin/python tests/transparency/check.py

Fetches the libraries of libraries.toml and their tests by Maven. On each JDK, each suite runs twice
natively, once under ``kpath-jvm run -k 2`` and once with the agent alone. Prints a table.
``--help`` lists the options.

The status is 1 in each of these cases:

- A test had the same outcome in both native runs, but a different one under the profiler.
- No test passed.
- The profile isn't exact.
- The JVM's exit statuses differ, although every test had the same outcome in both native runs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kpath_jvm.errors import KpathError
from oracle.harness import check_parser, find_java_homes, java_version
from transparency.comparison import Comparison, markdown
from transparency.suites import SuiteError, Way, class_path, read_libraries, run_suite


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the suites and prints the table. Returns the exit status."""
    options = _parse(arguments)
    libraries = read_libraries()
    comparisons = []
    try:
        for name in options.only or libraries:
            if name not in libraries:
                raise SuiteError(f"no library is named {name}; there are {', '.join(libraries)}")
            for home in options.jdk or find_java_homes():
                comparisons.append(compare(name, home))
                print(comparisons[-1].summary(), flush=True)
    except (SuiteError, KpathError) as error:
        print(f"transparency: {error}", file=sys.stderr)
        return 2
    text = markdown(comparisons)
    print(text)
    if options.markdown:
        options.markdown.write_text(text, "utf-8")
    if options.json:
        document = [asdict(comparison) for comparison in comparisons]
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    return 0 if all(comparison.is_clean() for comparison in comparisons) else 1


def compare(name: str, home: Path, package: str | None = None) -> Comparison:
    """Runs a library's tests natively twice and under the profiler twice, and compares the runs."""
    library = read_libraries()[name]
    java = home / "bin" / "java"
    jars = class_path(library, java)
    native, again, profiled, with_agent = (
        run_suite(library, jars, java, way, package)
        for way in (Way.NATIVE, Way.NATIVE, Way.RUN, Way.AGENT)
    )
    return Comparison.of(library, java_version(home), (native, again), profiled, with_agent)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = check_parser(__doc__.partition("\n")[0])
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="check only this library (repeatable)"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

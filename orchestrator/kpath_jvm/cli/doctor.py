"""``kpath-jvm doctor``: what is installed, and what is missing."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from kpath_jvm.cli.options.declared import verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.reports.cells import WIDE, table, wrapped
from kpath_jvm.reports.document import DocumentKind, write_document
from kpath_jvm.reports.documents.doctor import DoctorKeys
from kpath_jvm.reports.output import write
from kpath_jvm.sessions.doctor import Check, checks

DOCUMENT = DocumentKind("doctor", 1, DoctorKeys)


@verb("doctor")
def command(printed: FormatOptions) -> int:
    """Check JDKs, shared memory, jars, packages and hardware counters.

    The exit status is 1 if something necessary is missing.
    """
    found = [*checks(), _hardware_counters()]
    failed = [check for check in found if check.remedy is not None and check.is_needed]
    if printed.is_json:
        content = {"ok": not failed, "checks": [asdict(check) for check in found]}
        write_document(sys.stdout, DOCUMENT.of(content))
    else:
        write(sys.stdout, None, *renderables(found))
    return 1 if failed else 0


def renderables(checks: Sequence[Check]) -> Iterator[RenderableType]:
    """Yields a table of the checks, and then the remedies for necessary things that are missing."""
    yield _Checks(checks)
    for check in checks:
        if check.remedy is not None and check.is_needed:
            yield wrapped(Text(f"{check.what}: {check.remedy}"))


class _Checks:
    """The checks with their remedies; on a narrow console, a remedy is below its check."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self._checks = checks

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table in the layout that fits; rich calls this."""
        is_wide = options.max_width >= WIDE
        columns = ["<", "<what", "<found", *(["<remedy"] if is_wide else [])]
        yield table(columns, (self._row(check, is_wide=is_wide) for check in self._checks))

    @staticmethod
    def _row(check: Check, *, is_wide: bool) -> list[str | Text]:
        mark = Text("✓", "green") if check.remedy is None else Text("✗", "red")
        if check.remedy is not None and not check.is_needed:
            mark = Text("!", "yellow")
        found = wrapped(Text(check.found), hanging=0 if is_wide else 2)
        row: list[str | Text] = [mark, Text(check.what), found]
        if is_wide:
            row.append(wrapped(Text(check.remedy or ""), hanging=0))
        elif check.remedy is not None:
            found.append(f"\nremedy: {check.remedy}")
        return row


def _hardware_counters() -> Check:
    from kpath_jvm.evaluation.experiments.trials.hardware_counters import EVENTS, obstacle

    what = "hardware counters"
    try:
        with tempfile.TemporaryDirectory(prefix="kpath-doctor-") as directory:
            found = obstacle(Path(directory))
    except OSError as error:
        remedy = "set TMPDIR to a directory that can be written to"
        return Check(what, f"not tried: {error.strerror or error}", remedy, is_needed=False)
    if found is None:
        return Check(what, f"perf stat counts {', '.join(EVENTS)}: figure 10 shows them")
    shown = "without them figure 10 shows simulated caches, and no CPI"
    return Check(what, found.reason, f"{found.remedy}; {shown}", is_needed=False)

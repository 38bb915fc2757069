"""Compares a suite's native runs with those under the profiler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transparency.suites import Library, Outcomes

ABSENT = "absent"


@dataclass(frozen=True)
class Comparison:
    """The result for one library on one JDK, with counts of tests by outcome."""

    library: str
    version: str
    java: int
    native: dict[str, int]
    #: Counts of the run under ``kpath-jvm run``.
    profiled: dict[str, int]
    #: Counts of the run with the agent alone.
    with_agent: dict[str, int]
    #: Tests whose outcome changed in the second native run.
    flaky: tuple[str, ...]
    #: The other tests that differ: unique id, native outcome, outcome under run, outcome with the
    #: agent.
    differences: tuple[tuple[str, str, str, str], ...]
    #: Exit statuses of the JVM: natively, under run, with the agent.
    statuses: tuple[int, int, int]
    verdict: str
    events: int
    lost_events: int

    @staticmethod
    def of(
        library: Library,
        java: int,
        native: tuple[Outcomes, Outcomes],
        profiled: Outcomes,
        with_agent: Outcomes,
    ) -> Comparison:
        """Compares two native runs and two under the profiler."""
        first, again = (outcomes.tests for outcomes in native)
        names = sorted(first | again | profiled.tests | with_agent.tests)
        flaky = tuple(name for name in names if first.get(name) != again.get(name))
        ends = [
            (
                name,
                first.get(name, ABSENT),
                profiled.tests.get(name, ABSENT),
                with_agent.tests.get(name, ABSENT),
            )
            for name in names
            if name not in flaky
        ]
        run = profiled.run
        assert run is not None
        return Comparison(
            library.name,
            library.main.version,
            java,
            _counts(native[0]),
            _counts(profiled),
            _counts(with_agent),
            flaky,
            tuple(one for one in ends if len(set(one[1:])) > 1),
            (native[0].status, profiled.status, with_agent.status),
            run["completeness"]["verdict"],
            run["events"],
            run["lost_events"],
        )

    def is_clean(self) -> bool:
        """Returns whether only flaky tests differ, some tests passed, and the profile is exact.

        The JVM's exit statuses must be the same, too, unless some tests are flaky.
        """
        exact = self.verdict == "exact" and self.lost_events == 0
        same_status = len(set(self.statuses)) == 1 or bool(self.flaky)
        return not self.differences and self.native["passed"] > 0 and exact and same_status

    def summary(self) -> str:
        """Returns a line of summary, and one for each difference and flaky test."""
        lines = [
            f"{self.library} {self.version}, JDK {self.java}: native {self.native}, "
            f"profiled {self.profiled}, with the agent alone {self.with_agent}, "
            f"statuses {self.statuses}, {len(self.differences)} different; "
            f"profile {self.verdict}, {self.lost_events} events lost"
        ]
        lines += [
            f"  {name}: native {native}, profiled {profiled}, with the agent alone {agent}"
            for name, native, profiled, agent in self.differences
        ]
        lines += [f"  {name}: differs between native runs" for name in self.flaky]
        return "\n".join(lines)


def _counts(outcomes: Outcomes) -> dict[str, int]:
    return {outcome: outcomes.count(outcome) for outcome in ("passed", "failed", "skipped")}


def markdown(comparisons: Sequence[Comparison]) -> str:
    """Returns a table with a row for each library and JDK.

    The numbers of tests are given as passed / failed / skipped.
    """
    lines = [
        "| library | JDK | tests | native | `kpath-jvm run` | the agent alone "
        "| different | flaky natively | profile | path events | lost |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in comparisons:
        counts = (one.native, one.profiled, one.with_agent)
        cells = [
            f"{one.library} {one.version}",
            str(one.java),
            f"{sum(one.native.values()):,}",
            *(" / ".join(f"{count:,}" for count in ended.values()) for ended in counts),
            str(len(one.differences)),
            str(len(one.flaky)),
            one.verdict,
            f"{one.events:,}",
            str(one.lost_events),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"

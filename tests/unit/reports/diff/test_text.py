"""Tests the order of what ``diff`` prints as text."""

import io
from pathlib import Path

from builders.versions import compared_profiles
from kpath_jvm.analysis.gates.conditions import parsed
from kpath_jvm.reports.diff.gates import of_difference
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.text import renderables
from kpath_jvm.reports.gates import failed, wrong_rules
from kpath_jvm.reports.output import write


def test_gates_come_last_and_the_verdict_first_as_well(tmp_path: Path) -> None:
    """Whoever looks at the end of a build's log must see which gate failed, and why.

    Among the gates, those that failed come first.
    """
    base, new = compared_profiles(tmp_path)
    options = DiffOptions()
    compared = compare([base], [new], options)
    document = summarise_diff(compared, options)
    conditions = [parsed(text) for text in ("outcome > 99%", "total > +10%", "total < -50%")]
    gates = of_difference(compared.difference, conditions, ())
    document |= {"gates": gates, "failed": failed(gates), "wrong": len(wrong_rules(gates))}
    stream = io.StringIO()
    write(stream, None, *renderables(document))
    assert stream.getvalue().startswith("Difference: 3 gates, 1 failed ('total > +10%')\n")
    # The heading and the gate show the figure in the same way.
    assert "\ntotal: 2,410 → 4,120 bytecodes (+71.0 %); " in stream.getvalue()
    assert "\npassed  total < -50%: 2,410 → 4,120 (+71.0 %)\n" in stream.getvalue()
    lines = stream.getvalue().rpartition("\nGates\n")[2].splitlines()
    assert lines[0].startswith("FAILED  total > +10%: ")
    assert sum(line.startswith("passed  outcome > 99%: ") for line in lines) == 1
    assert lines[-1] == "3 gates, 1 failed ('total > +10%')"

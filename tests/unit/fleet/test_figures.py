"""Tests how texts and rules become figures of trends."""

import pytest

from kpath_jvm.analysis.gates.rules import Rule
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet.figures import of_rules, parsed


@pytest.mark.parametrize(
    ("text", "kind", "where"),
    [
        ("total", "total", None),
        (" total ( Parser.word ) ", "total", "Parser.word"),
        ("bytecodes(acme.*.*)", "bytecodes", "acme.*.*"),
        ("entries(a.b.C.m(I)V)", "entries", "a.b.C.m(I)V"),
        ("bytecodes-per-entry(C.m)", "bytecodes-per-entry", "C.m"),
        ("iterations(Parser.word:42)", "iterations", "Parser.word:42"),
        ("loop-bytecodes(Parser.word)", "loop-bytecodes", "Parser.word"),
    ],
)
def test_texts_are_parsed_as_figures(text: str, kind: str, where: str | None) -> None:
    found = parsed(text)
    assert found.kind == kind
    if found.rule is None:
        assert found.where == where
    else:
        assert (found.rule.figure, found.rule.where, found.where) == (kind, where, None)
        assert not found.rule.is_in_file
        assert (found.rule.at_least, found.rule.at_most) == (None, None)
    assert found.text == (kind if where is None else f"{kind}({where})")
    assert parsed(found.text) == found
    assert found.is_count == (kind not in ("iterations", "bytecodes-per-entry"))
    assert not found.is_share
    assert found.is_of_entries == (kind in ("total", "bytecodes") and where is not None)


def test_a_rule_becomes_a_figure() -> None:
    rule = Rule("outcome", "C.m", "often", at_least=0.1, at_most=0.2, condition="x > 0")
    (found,) = of_rules([rule])
    assert (found.text, found.kind, found.is_share, found.is_count) == (
        "often", "outcome", True, False
    )  # fmt: skip
    assert found.rule == rule


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' isn't a figure; write total, bytecodes(Scanner.scan)"),
        ("total > +10%", "'total > +10%' isn't a figure; a trend has no bound; write total"),
        ("total(C.m) > +10%", "isn't a figure; a trend has no bound"),
        ("bytecode(C.m)", "no figure 'bytecode'; did you mean bytecodes"),
        ("share(C.m)", "no figure 'share'; there are: bytecodes, bytecodes-per-entry, entries"),
        ("entries", "entries needs a method: entries(Scanner.scan)"),
        ("total( )", "'total( )' has no method between its brackets"),
        ("bytecodes(C.m:42)", "bytecodes is not a figure of a loop, so C.m:42 can't have a line"),
    ],
)
def test_texts_that_are_no_figures_are_refused(text: str, message: str) -> None:
    with pytest.raises(KpathError) as caught:
        parsed(text)
    assert message in str(caught.value)
    assert (caught.value.exit_status, "\n" in str(caught.value)) == (2, False)

"""Tests which names in bytecode are recognised in Scala code."""

import pytest

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.scala.names import are_written, decoded, plain


@pytest.mark.parametrize(
    ("operand", "source", "is_written"),
    [
        ("w.next()", "w.next != null", True),
        ("w.next()", "w.other != null", False),
        ("a$2", "x > a", True),
        ("a$2", "x > b", False),
        ("x$1", "_ > 2", True),
        ("x$1", "y > 2", False),
        ("_$1", "_ > 2", True),
        ("count$1.elem", "count > 3", True),
        ("BoxesRunTime.unboxToInt(xs.apply(1))", "xs(1) == a", True),
        ("RichInt$.MODULE$.max$extension(Predef$.MODULE$.intWrapper(a), b)", "a max b", True),
        ("p.apply$mcZ$sp()", "p", True),
        ("o instanceof Integer", "o: Int", True),
        ("xs instanceof colon", "xs: ::", True),
        ("xs instanceof colon", "xs: List", False),
        ("a.set_$eq(b)", "a.set_=(b)", True),
        ("made$Outer$$hidden()", "hidden", True),
        ("local 4", "x", True),
        ('"some text"', "TEXT", True),
    ],
)
def test_names_in_bytecode_are_looked_up_in_the_code(
    operand: str, source: str, is_written: bool
) -> None:
    decision = Decision(0, "true", "Z", (operand,), (1, 0), (1, 2))
    assert are_written(decision, source) is is_written


def test_encoded_operators_are_decoded() -> None:
    assert decoded("$plus$eq") == "+="
    assert plain("$colon$colon") == "::"
    assert plain("go$1") == "go"
    assert plain("f$default$1") == "f$default"

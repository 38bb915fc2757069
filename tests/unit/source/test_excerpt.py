"""Tests how the text of a condition is shown."""

import pytest

from kpath_jvm.source.excerpt import excerpt


def test_what_is_too_long_is_cut_off() -> None:
    text = f"{'a' * 60} == {'b' * 60}"
    assert excerpt("a" * 80) == "a" * 80
    assert excerpt(text) == text[:40] + "…" + text[-39:]
    assert len(excerpt(text)) == 80
    assert excerpt(text, is_end=True) == "…" + text[-79:]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        # The smallest brackets that suffice are left out.
        (
            f"p(((v[i] + 1) * 3 > 0xff ? {'v' * 20} : v[i] * 17) + (v[i] > 1 ? v[i] : w)) != want",
            f"p(((v[i] + 1) * 3 > 0xff ? {'v' * 20} : v[i] * 17) + (…)) != want",
        ),
        (
            "((b = i >>> 23) > 0xff ? k[b & 0xff] : stack[b]).eq_b((c = (i >> 14) & 0x1ff) > 0xff "
            "? k[c & 0xff] : stack[c]) != (a != 0)",
            "(…).eq_b((c = (i >> 14) & 0x1ff) > 0xff ? k[c & 0xff] : stack[c]) != (a != 0)",
        ),
        # Brackets in literals are none.
        (f"!f(')', {'a' * 90}, \"(\")", "!f(…)"),
        # Several brackets are left out if one isn't enough.
        (f"f({'a' * 70}) == g({'b' * 60})", f"f(…) == g({'b' * 60})"),
        (f"f({'a' * 90}) == g({'b' * 90})", "f(…) == g(…)"),
    ],
)
def test_the_outermost_operator_is_kept(text: str, shown: str) -> None:
    assert excerpt(text) == shown

"""Tests how the text of a condition is shortened for display."""

import pytest

from kpath_jvm.source.excerpt import excerpt


def test_long_text_without_brackets_loses_its_middle_or_its_beginning() -> None:
    text = f"{'a' * 60} == {'b' * 60}"
    assert excerpt("a" * 80) == "a" * 80
    assert excerpt(text) == text[:40] + "…" + text[-39:]
    assert len(excerpt(text)) == 80
    assert excerpt(text, is_end=True) == "…" + text[-79:]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        # The content of the smallest pair of brackets that suffices is left out.
        (
            f"p(((v[i] + 1) * 3 > 0xff ? {'v' * 20} : v[i] * 17) + (v[i] > 1 ? v[i] : w)) != want",
            f"p(((v[i] + 1) * 3 > 0xff ? {'v' * 20} : v[i] * 17) + (…)) != want",
        ),
        (
            "((b = i >>> 23) > 0xff ? k[b & 0xff] : stack[b]).eq_b((c = (i >> 14) & 0x1ff) > 0xff "
            "? k[c & 0xff] : stack[c]) != (a != 0)",
            "(…).eq_b((c = (i >> 14) & 0x1ff) > 0xff ? k[c & 0xff] : stack[c]) != (a != 0)",
        ),
        # Brackets in literals don't count.
        (f"{'x' * 40}.f(')', {'a' * 90}, \"(\")", f"{'x' * 40}.f(…)"),
        # Only the first pair's content is long enough.
        (f"f({'a' * 70}) == g({'b' * 60})", f"f(…) == g({'b' * 60})"),
        # The contents of several pairs are left out if those of one aren't enough.
        (
            f"{'x' * 20}.f({'a' * 90}) == {'y' * 20}.g({'b' * 90})",
            f"{'x' * 20}.f(…) == {'y' * 20}.g(…)",
        ),
    ],
)
def test_the_outermost_operator_is_kept(text: str, shown: str) -> None:
    assert excerpt(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            f"!(x instanceof org.example.{'deeply.' * 7}ParameterizedTypeBinding)",
            f"!(x instanceof org.example.{'deeply.' * 7}Pa…)",
        ),
        (f"seen.contains(first + {'a' * 80})", f"seen.contains(first + {'a' * 56}…)"),
        (f"seen.contains(second + {'a' * 80})", f"seen.contains(second + {'a' * 55}…)"),
        # The content of the innermost pair that suffices is shortened, so all brackets are closed.
        (f"!seen.contains(key({'a' * 80}), 1)", f"!seen.contains(key({'a' * 55}…), 1)"),
        (f"f({'a' * 90}) == g({'b' * 90})", f"f(…) == g({'b' * 68}…)"),
    ],
)
def test_long_contents_of_brackets_keep_their_beginning(text: str, shown: str) -> None:
    assert excerpt(text) == shown
    assert len(shown) == 80

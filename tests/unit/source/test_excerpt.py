"""Tests how the text of a condition is shown."""

from kpath_jvm.source.excerpt import excerpt


def test_what_is_too_long_is_cut_off() -> None:
    text = f"{'a' * 60} == {'b' * 60}"
    assert excerpt("a" * 80) == "a" * 80
    assert excerpt(text) == text[:79] + "…"
    assert excerpt(text, is_end=True) == "…" + text[-79:]

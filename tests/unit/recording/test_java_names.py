"""Tests that file names are refused if a JVM can't express them in the current locale."""

import locale
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.java_names import require_java_name


def in_locale(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr(locale, "nl_langinfo", lambda _: encoding)


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("UTF-8", "größe"),
        ("ANSI_X3.4-1968", "size"),
        ("ISO-8859-1", "größe"),
        # Java may know an encoding that Python doesn't.
        ("x-unheard-of", "größe"),
    ],
)
def test_names_that_the_locale_can_express_are_accepted(
    monkeypatch: pytest.MonkeyPatch, encoding: str, name: str
) -> None:
    in_locale(monkeypatch, encoding)
    require_java_name(Path(name), "the profile")


def test_names_beyond_the_locale_are_refused_and_shown_in_ascii(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_locale(monkeypatch, "ANSI_X3.4-1968")
    with pytest.raises(KpathError) as refused:
        require_java_name(Path("ö/p"), "the profile")
    assert refused.value.exit_status == 125
    assert str(refused.value) == (
        r"the profile \xc3\xb6/p: Java cannot name it in this locale (ANSI_X3.4-1968); "
        "set LC_ALL=C.UTF-8 or choose a path with other characters"
    )

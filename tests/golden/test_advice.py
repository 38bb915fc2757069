"""Tests advice as it is printed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from builders.advisable import advisable_profile
from verb_runs import printed

SOURCE = """package demo;

class Figure3 {
    int n;

    void run(int seed) {

        int i = prepare(seed);
        do use(i % 2 == 0 ? even(i) : odd(i)); while (i < n);
    }
}
"""


@pytest.mark.parametrize("width", [60, 80, 200])
def test_printed_text(
    tmp_path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    golden(f"advice-{width}.txt", _printed(tmp_path, monkeypatch, "--sources", "src"))


def test_printed_json(
    tmp_path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    golden("advice.json", _printed(tmp_path, monkeypatch, "--json", "--top", "1"))


def test_printed_markdown(
    tmp_path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _printed(tmp_path, monkeypatch, "--sources", "src", "--format", "md", "--top", "2")
    golden("advice.md", text)


def _printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    # The profile is in the current directory, so its path is the same in every run.
    monkeypatch.chdir(tmp_path)
    advisable_profile(tmp_path)
    sources = Path("src/demo")
    sources.mkdir(parents=True)
    (sources / "Figure3.java").write_text(SOURCE)
    return printed(["advise", "advisable.kpath", *options])

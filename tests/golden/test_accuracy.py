"""Tests the printed overlap and bounds of made-up profiles.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from builders.figure_2 import figure_2
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.table_4 import overlapping_profiles
from kpath_jvm.profile.writer import write_profile
from verb_runs import printed

_ENDINGS = [*((f"-{width}.txt", width, []) for width in (60, 80, 200)),
            (".md", 80, ["--format", "md"]), (".json", 80, ["--json"])]  # fmt: skip


def _both(directory: Path) -> None:
    overlapping_profiles(directory, 1)
    figure_2(directory / "across", 0)
    figure_2(directory / "exact", 254)
    counts = (("first", {0: 30, 2: 10, 3: 10}, 25), ("second", {0: 300, 2: 0, 3: 60}, 90))
    for name, times, more in counts:
        builder = RecordingBuilder(k=3)
        methods = [builder.add(figure_3()), builder.add(figure_3(name="again"))]
        for path, count in times.items():
            builder.stream(methods[0], [path], times=count)
        builder.stream(methods[0], [6, *[0] * more, 3], [6, 2, 2, 3], times=2)
        if name == "first":
            builder.stream(methods[0], [6, 3], times=5)
        builder.stream(methods[1], [7], times=more)
        (directory / name).mkdir()
        recorded = builder.build(directory / name)
        write_profile(directory / f"{name}.kpath", recorded, demo_run())


@pytest.mark.parametrize(("ending", "width", "options"), _ENDINGS)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("overlap", ["overlap", "first.kpath", "second.kpath"]),
        ("bounds", ["bounds", "ol.kpath", "--against", "exact.kpath"]),
        ("calls", ["bounds", "across/ol.kpath", "--against", "exact/ol.kpath"]),
    ],
)
def test_printed_accuracy(
    tmp_path: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    words: list[str],
    ending: str,
    width: int,
    options: list[str],
) -> None:
    _both(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    text = printed([*words, *options])
    if ending.endswith(".txt"):
        assert max(map(len, text.splitlines())) <= width
    golden(f"{name}{ending}", text)

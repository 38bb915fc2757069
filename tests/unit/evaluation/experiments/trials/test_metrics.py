"""Tests the reasons that are given for failed trials."""

from pathlib import Path

import pytest

from builders.checked import checked
from kpath_jvm.evaluation.experiments.trial_commands import INLINE_DIRECTORY
from kpath_jvm.evaluation.experiments.trials.metrics import (
    TrialFailedError,
    check_end,
    inline_metrics,
)
from kpath_jvm.evaluation.experiments.trials.processes import Finished
from kpath_jvm.evaluation.results.series import FAILED, MEMORY, why_missing

TRACE = """iteration 1
Exception in thread "main" java.io.UncheckedIOException: cannot remove it
\tat org.example.Main.main(Main.java:3)
Caused by: java.nio.file.NoSuchFileException: it
\tat java.base/java.nio.file.Files.walk(Files.java:1)
\t... 3 more
"""


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (TRACE, "exit status 1: Caused by: java.nio.file.NoSuchFileException: it"),
        ("usage: main FILE\n\n", "exit status 1: usage: main FILE"),
        ("\tat a.B.c(B.java:1)\n", "exit status 1"),
        (
            "java.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:1)\n",
            "memory: java.lang",
        ),
    ],
)
def test_the_reason_is_the_last_message_without_its_location(
    tmp_path: Path, log: str, reason: str
) -> None:
    file = tmp_path / "log.txt"
    file.write_text(log, "utf-8")
    ended = Finished(1, None, None, wall_seconds=1, cpu_seconds=1, max_rss_bytes=1)
    with pytest.raises(TrialFailedError) as failure:
        check_end(ended, file)
    assert str(failure.value).startswith(reason)


#: The values that every inline profiler writes into inline.json.
FIGURES = {
    "profiler": "k-blpp", "cut": "back-edge", "quiet": True, "items": 1, "bytes": 1, "threads": 1,
    "lost": 0, "unlisted_classes": 0,
}  # fmt: skip


def test_outgrowing_the_heap_counts_as_lack_of_memory(tmp_path: Path) -> None:
    told = tmp_path / INLINE_DIRECTORY / "inline.json"
    told.parent.mkdir()
    for ended, why in (("memory", MEMORY), ("thread", FAILED)):
        told.write_text(checked(FIGURES | {"ended": ended}), "utf-8")
        with pytest.raises(TrialFailedError) as failure:
            inline_metrics(tmp_path)
        assert why_missing(str(failure.value)) == why

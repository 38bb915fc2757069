"""Tests guides: the hot paths of a profile, in a file for the agent (docs/formats/methods.md)."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.guide import Guide

DIGEST = "00ff" * 8
OTHER_DIGEST = "12" * 16
#: One activation of ``figure_3()``, with six iterations of its loop.
STREAM = (6, 2, 2, 2, 0, 3)


def profile(builder: RecordingBuilder, directory: Path) -> Path:
    """Writes a built recording as a profile."""
    directory.mkdir(exist_ok=True)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return directory / "p.kpath"


class Content:
    """Parses a guide as docs/formats/methods.md describes the format."""

    def __init__(self, content: bytes) -> None:
        self._left = content
        assert self._take(">ii") == (0x4B504744, 1)
        self.classes = dict(self._classes())
        assert self._left == b""

    def _take(self, layout: str) -> tuple[Any, ...]:
        size = struct.calcsize(layout)
        values, self._left = struct.unpack(layout, self._left[:size]), self._left[size:]
        return values

    def _text(self) -> str:
        (units,) = self._take(">i")
        (encoded,) = self._take(f"{2 * units}s")
        return bytes(encoded).decode("utf-16-be")

    def _classes(self) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
        (count,) = self._take(">i")
        for _ in range(count):
            name = self._text()
            digest, size = self._take(">16si")
            behind = len(self._left) - size
            methods = dict(self._method() for _ in range(*self._take(">i")))
            assert len(self._left) == behind
            yield (name, digest.hex()), methods

    def _method(self) -> tuple[str, tuple[int, list[Any]]]:
        name = self._text()
        most_ids, count = self._take(">ii")
        return name, (most_ids, [self._path() for _ in range(count)])

    def _path(self) -> tuple[int, int, int, tuple[int, ...]]:
        start, end, times, blocks = self._take(">bbqi")
        return start, end, times, self._take(f">{blocks}i")


def test_paths_of_all_loaders_are_added_up_and_ordered_by_completions(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    for loader in ("web@1", "web@2"):
        method = builder.add(figure_3(digest=DIGEST, loader=loader))
        builder.stream(method, STREAM)
        # This path leads from the entry to the exit, so its activation has no other path. A guide
        # leaves such paths out, because they aren't packed.
        builder.count(method, 5, 1000)
        builder.auxiliary(method, entries=1001)
    other = builder.add(figure_3(digest=OTHER_DIGEST))
    builder.stream(other, STREAM)
    builder.auxiliary(other, entries=1)
    counted = builder.add(plain(digest=DIGEST))
    builder.count(counted, 0, 7)
    builder.auxiliary(counted, entries=7)
    guide = Guide.of(profile(builder, tmp_path))
    paths = [(1, 1, 6, (1, 2, 4)), (0, 1, 2, (0, 1, 2, 4)), (1, 0, 2, (1, 2, 4, 5)),
             (1, 1, 2, (1, 3, 4))]  # fmt: skip
    once = [(start, end, times // 2, blocks) for start, end, times, blocks in paths]
    assert Content(guide.content).classes == {
        ("demo/Figure3", DIGEST): {"run(I)V": ((1 << 24) * 2 // 3, paths)},
        ("demo/Figure3", OTHER_DIGEST): {"run(I)V": ((1 << 24) // 3, once)},
    }
    keys = {("demo/Figure3", digest, "run(I)V") for digest in (DIGEST, OTHER_DIGEST)}
    assert guide.methods == keys


def test_a_method_with_few_path_completions_is_left_out(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    hot = builder.add(figure_3(digest=DIGEST))
    builder.stream(hot, (6, *(2,) * 20_000, 3))
    builder.auxiliary(hot, entries=1)
    rare = builder.add(figure_3(digest=DIGEST, name="rare"))
    builder.stream(rare, (6,))
    builder.auxiliary(rare, entries=1)
    guide = Guide.of(profile(builder, tmp_path))
    assert {method for _, _, method in guide.methods} == {"run(I)V"}


def test_methods_match_by_class_file_name_and_descriptor(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3(digest=DIGEST))
    builder.stream(method, STREAM)
    builder.auxiliary(method, entries=1)
    guide = Guide.of(profile(builder, tmp_path))

    def matched(**changes: Any) -> int:
        line = figure_3(digest=DIGEST, first_id=1, **changes).line()
        return guide.matched([InstrumentedMethod.of(line)])

    assert matched() == 1
    assert matched(loader="web@1") == 1
    assert matched(name="walk") == 0
    assert matched(descriptor="()V") == 0
    assert matched(class_name="demo/Other") == 0
    changed = figure_3(digest=OTHER_DIGEST, first_id=1).line()
    assert guide.matched([InstrumentedMethod.of(changed)]) == 0


def test_missing_or_useless_profiles_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError) as none:
        Guide.of(tmp_path / "p.kpath")
    assert str(none.value).startswith("--guide: ")
    assert str(none.value).endswith("; give the profile of an earlier run of the program")
    builder = RecordingBuilder()
    counted = builder.add(plain(digest=DIGEST))
    builder.count(counted, 0, 7)
    builder.auxiliary(counted, entries=7)
    path = profile(builder, tmp_path)
    with pytest.raises(KpathError) as useless:
        Guide.of(path)
    assert str(useless.value) == (
        f"--guide: in {path} no activation has several paths, so there is nothing to learn from "
        "it; leave --guide out, or give the profile of a longer run"
    )


def test_a_damaged_digest_is_refused(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3(digest="d1ge57"))
    builder.stream(method, STREAM)
    builder.auxiliary(method, entries=1)
    path = profile(builder, tmp_path)
    with pytest.raises(KpathError, match=r"^--guide: .*'d1ge57' isn't a digest.*give the profile"):
        Guide.of(path)

"""Tests how large code is estimated to become, and that advice keeps to HotSpot's limits."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kpath_jvm
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.code_size import CodeSize, code_size
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice import rows
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions

#: The loop of the k-BLPP paper's Fig. 3 has the bytes from 4 to 27 of the method's code.
BODY = 24
LIMIT = 8_000
FIRST_EVEN, FIRST_ODD = 6, 4
EVEN, ODD, EVEN_OUT, ODD_OUT = 2, 0, 3, 1
#: Streams of paths. In STEADY, each entry makes six iterations. In TURNS, even and odd iterations
#: take turns. In FIRST, the first iteration differs from the others.
STEADY = [((FIRST_EVEN, *[EVEN] * 4, EVEN_OUT), 700), ((FIRST_ODD, *[ODD] * 4, ODD_OUT), 500)]
TURNS = [((FIRST_EVEN, *(ODD, EVEN) * 11, ODD_OUT), 300)]
FIRST = [
    ((FIRST_ODD, *[EVEN] * length, EVEN_OUT), 500 + length) for length in range(2, 6)
]  # fmt: skip


def recorded(
    directory: Path, streams: list[tuple[tuple[int, ...], int]], size: int, **run: Any
) -> Profile:
    builder = RecordingBuilder(k=8)
    method = builder.add(figure_3(bytes=size))
    for stream, times in streams:
        builder.stream(method, stream, times=times)
    builder.auxiliary(method, entries=sum(times for _, times in streams))
    record = demo_run()
    options = dict(record.options) | run.pop("options", {})
    write_profile(
        directory / "p.kpath", builder.build(directory), replace(record, options=options, **run)
    )
    return Profile.open(directory / "p.kpath")


def advice_on(profile: Profile) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Returns the document of the only loop, and by kind what isn't advised for the whole loop."""
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    return loop, {one["kind"]: one for one in loop["not_advised"] if one["block"] is None}


def kinds(loop: dict[str, Any]) -> list[str]:
    return [one["kind"] for one in loop["advice"]]


@pytest.mark.parametrize("seed", range(20))
def test_a_limit_is_exceeded_if_copies_make_the_method_too_large(seed: int) -> None:
    chance = Random(seed)
    size = CodeSize(chance.randint(1, 500), chance.randint(0, 90), 450, chance.choice((None, 200)))
    fits = []
    for copies in range(9):
        whole = size.method + copies * size.body
        assert size.with_copies(copies) == whole
        assert size.is_compiled(copies) == (size.method > 450 or whole <= 450)
        is_small = size.inlined is None or size.method > 200 or whole <= 200
        assert size.is_inlined(copies) == is_small
        fits.append(size.is_compiled(copies) and size.is_inlined(copies))
    assert size.first_too_large([8, 2, 5]) == next((at for at in (2, 5, 8) if not fits[at]), None)
    assert size.first_too_large([]) is None


def test_the_sizes_are_those_of_the_class_file(tmp_path: Path) -> None:
    profile = recorded(tmp_path, STEADY, 29, options={"freq-inline-size": 400})
    assert code_size(profile, 0, 0) == CodeSize(29, BODY, LIMIT, 400)
    # The last block ends where the method's code ends.
    (tmp_path / "last").mkdir()
    builder = RecordingBuilder(k=2)
    whole = {"header": 1, "latches": [4], "blocks": [1, 2, 3, 4, 5], "parent": -1}
    builder.stream(builder.add(figure_3(bytes=31, loops=[whole])), (6, 2, 3))
    write_profile(tmp_path / "last" / "p.kpath", builder.build(tmp_path / "last"), demo_run())
    profile = Profile.open(tmp_path / "last" / "p.kpath")
    assert code_size(profile, 0, 0) == CodeSize(31, BODY + 3, LIMIT, None)


def test_unknown_limits_are_ignored(tmp_path: Path) -> None:
    """freq-inline-size=0 means that probes ignored the limit, not that the JVM inlined nothing."""
    profile = recorded(
        tmp_path, STEADY, 100, options={"freq-inline-size": 0},
        command=("java", "-XX:-DontCompileHugeMethods", "demo.Main"),
    )  # fmt: skip
    assert code_size(profile, 0, 0) == CodeSize(100, BODY, None, None)


def test_a_loop_is_not_written_out_if_the_method_would_not_be_compiled(tmp_path: Path) -> None:
    loop, _ = advice_on(recorded(tmp_path, STEADY, LIMIT - 6 * BODY))
    (one,) = (it for it in loop["advice"] if it["kind"] == "write out")
    assert one["size"] == {"copies": 6, "bytes": LIMIT, "compiled": True, "inlined": None}
    assert "by an estimate" not in one["text"]
    (tmp_path / "more").mkdir()
    profile = recorded(tmp_path / "more", STEADY, LIMIT + 1 - 6 * BODY)
    loop, not_advised = advice_on(profile)
    assert "write out" not in kinds(loop)
    assert not_advised["write out"]["too_large"]
    assert not_advised["write out"]["known"]
    why = (
        "by an estimate, 6 copies of the loop's 24 bytes make the method 8,001 bytes large instead "
        "of 7,857, and HotSpot compiles no method of more than 8,000, unless the JVM has "
        "-XX:-DontCompileHugeMethods"
    )
    assert not_advised["write out"]["why"] == why
    # The reason is shown without -v, too.
    shown = {label.plain: text.plain for label, text in rows(loop)}
    assert shown["too large"] == f"{why} (writing the loop out)"
    assert "writing the loop out" not in shown["does not pay"]
    table = kpath_jvm.advise(profile).set_index("kind")["advice"]
    assert table["too large"] == f"{why} (writing the loop out)"
    # The loop's exits don't lead to the advice to keep a history instead.
    assert "history" not in kinds(loop)


def test_a_jvm_that_compiles_methods_of_any_size_sets_no_limit(tmp_path: Path) -> None:
    command = ("java", "-XX:-DontCompileHugeMethods", "demo.Main")
    loop, not_advised = advice_on(recorded(tmp_path, STEADY, 7_999, command=command))
    assert "write out" in kinds(loop)
    assert not any(one["too_large"] for one in not_advised.values())


def test_a_method_that_is_too_large_anyway_may_grow(tmp_path: Path) -> None:
    loop, _ = advice_on(recorded(tmp_path, STEADY, LIMIT + 1))
    assert "write out" in kinds(loop)


@pytest.mark.parametrize(
    ("size", "factors"),
    [(LIMIT - 8 * BODY, [2, 4, 8]), (LIMIT - 8 * BODY + 1, [2, 4]), (LIMIT - 3 * BODY, [2]),
     (LIMIT - 2 * BODY + 1, [])],
)  # fmt: skip
def test_unroll_factors_keep_the_method_small_enough(
    tmp_path: Path, size: int, factors: list[int]
) -> None:
    loop, not_advised = advice_on(recorded(tmp_path, TURNS, size))
    assert loop["unrolling"]["factors"] == factors
    assert ("unroll" in kinds(loop)) == bool(factors)
    if not factors:
        assert not_advised["unroll"]["too_large"]
        assert "by an estimate, 2 copies of the loop's 24 bytes" in not_advised["unroll"]["why"]


def test_no_iteration_is_peeled_if_the_method_would_not_be_compiled(tmp_path: Path) -> None:
    loop, _ = advice_on(recorded(tmp_path, FIRST, LIMIT - BODY))
    assert "peel" in kinds(loop)
    (tmp_path / "more").mkdir()
    loop, not_advised = advice_on(recorded(tmp_path / "more", FIRST, LIMIT - BODY + 1))
    assert "peel" not in kinds(loop)
    assert not any(one["advised"] for one in loop["peeling"]["branches"])
    assert not_advised["peel"]["too_large"]
    assert "by an estimate, 1 copy of the loop's 24 bytes" in not_advised["peel"]["why"]


def test_advice_warns_if_the_method_would_no_longer_be_inlined(tmp_path: Path) -> None:
    profile = recorded(tmp_path, STEADY, 200, options={"freq-inline-size": 325})
    document = summarise_advice(profile, ReadOptions())
    (loop,) = document["loops"]
    (one,) = (it for it in loop["advice"] if it["kind"] == "write out")
    assert (
        "; by an estimate, 6 copies of the loop's 24 bytes make the method 344 bytes large instead "
        "of 200, and HotSpot inlines no method of more than 325, even if its calls are hot"
        in one["text"]
    )
    (short,) = (it for it in document["findings"]["found"] if it["kind"] == "write out")
    assert "; the method may then be too large for HotSpot to inline it" in short["text"]

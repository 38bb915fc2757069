"""Tests --max-overhead: its values, and the options that it can't be combined with."""

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.sessions.request import Request

_COMMAND = ["--", "java", "-version"]


@pytest.mark.parametrize(("text", "share"), [("3%", 0.03), ("0.5%", 0.005), ("99.9 %", 0.999)])
@pytest.mark.parametrize("verb", ["run", "attach"])
def test_shares_are_given_in_percent(
    asked: list[Request], verb: str, text: str, share: float
) -> None:
    rest = _COMMAND if verb == "run" else ["17"]
    assert run_verb([verb, "--max-overhead", text, *rest]) == 0
    assert asked[0].max_overhead == pytest.approx(share)
    # A profile stores the share as JSON, which has only plain numbers.
    assert type(asked[0].max_overhead) is float


@pytest.mark.parametrize("verb", ["run", "attach"])
@pytest.mark.parametrize(
    "text", ["0%", "0", "100%", "200%", "-3%", "much", "3%%", "nan", "inf", "", "3", "0.03", "nan%"]
)
def test_wrong_shares_are_refused_in_one_line(
    asked: list[Request], capfd: pytest.CaptureFixture[str], verb: str, text: str
) -> None:
    rest = _COMMAND if verb == "run" else ["17"]
    assert run_verb([verb, f"--max-overhead={text}", *rest]) == 125
    told = capfd.readouterr().err
    assert f"{text!r} is not a percentage above 0 and below 100; write it as 3% or 0.5%" in told
    assert len(told.splitlines()) == 1
    assert asked == []


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (["--profiler", "k-blpp"], "--profiler k-blpp"),
        (["--scope", "hot"], "--scope hot"),
        (["--record", "s"], "--record"),
        (["--record", "s", "--no-profile"], "--record"),
        (["--per-thread"], "--per-thread"),
        (["--guide", "p"], "--guide"),
        (["--follow-children"], "--follow-children"),
        (["--engine", "k-sf"], "--engine"),
        (["--class-cache", "1M"], "--class-cache"),
        (["--no-retransform"], "--retransform"),
        (["--live"], "--live"),
        (["--time"], "--time"),
        (["--callers"], "--callers"),
    ],
)
def test_options_for_whole_recordings_are_refused_with_sampling(
    asked: list[Request], capfd: pytest.CaptureFixture[str], options: list[str], name: str
) -> None:
    assert run_verb(["run", "--max-overhead", "3%", *options, *_COMMAND]) == 125
    told = capfd.readouterr().err
    assert f"--max-overhead records in bursts, which {name} doesn't work with" in told
    assert len(told.splitlines()) == 1
    assert asked == []


def test_sampling_is_off_by_default(asked: list[Request]) -> None:
    assert run_verb(["run", *_COMMAND]) == 0
    assert asked[0].max_overhead is None

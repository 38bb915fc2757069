"""Sampled profiles (`--max-overhead`). Each is the sum of its bursts, and lists them."""

from pathlib import Path

from msgspec.structs import replace

from builders.recordings import demo_profile
from builders.resampled import resample
from kpath_jvm import Profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.records.run import RunRecord
from kpath_jvm.records.sampling import Burst, Sampling
from kpath_jvm.sessions.merge import MergeRequest, merge

SEED = 5


def sampled(directory: Path, count: int) -> Path:
    """Writes a profile that is the sum of ``count`` bursts; returns the profile's path."""
    source = Profile.open(demo_profile(directory, k=4))
    bursts = [
        resample(source, directory / f"burst-{place}.kpath", place, share=0.9)
        for place in range(count)
    ]
    entries = tuple(
        Burst(
            after_seconds=1.0 * place, seconds=0.1, cost_seconds=0.5, own_seconds=0.1, completed=1,
            place=f"runs/{place}-{burst.name}",
        )
        for place, burst in enumerate(bursts)
    )  # fmt: skip

    def amended(record: RunRecord) -> RunRecord:
        sampling = Sampling(
            budget=0.03, seed=SEED, window_seconds=100.0, cpu_seconds=50.0, bursts=entries
        )
        found = decided([Fact(cause=Cause.SAMPLED, text=sampling.text)])
        return replace(record, merged=None, sampling=sampling, completeness=found)

    output = directory / "whole.kpath"
    merge(MergeRequest(tuple(bursts), output, keep_runs=True), lambda _: None, amended)
    return output

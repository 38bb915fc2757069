"""What a profile holds of an inline profiler's tables: a reader for each kind of these."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.recorded.cut_off import cut_off
from kpath_jvm.profile.recorded.iterations_to_ipf import iterations_to_ipf
from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf, single_paths
from kpath_jvm.profile.recorded.overlaps import overlapping
from kpath_jvm.profile.recorded.structural import structural
from kpath_jvm.profile.recorded.words_to_ksf import words_to_ksf
from kpath_jvm.recording.inline import InlineRecording

#: Makes of a recording what is counted, with sequences of up to some k.
Reader = Callable[[InlineRecording, int], Counted]


def _counts(recording: InlineRecording, _: int) -> Counted:
    """What is counted path by path, as sequences of one path."""
    return Counted(single_paths(*recording.path_counts()))


def _forest(recording: InlineRecording, k: int) -> Counted:
    return Counted(ksf_to_ipf(recording.nodes(), k))


def _words(recording: InlineRecording, k: int) -> Counted:
    return Counted(ksf_to_ipf(words_to_ksf(recording.words()), k))


def _iterations(recording: InlineRecording, k: int) -> Counted:
    methods = read_metadata(recording.methods).methods
    counted, in_paths = iterations_to_ipf(methods, *recording.path_counts(), k)
    ids, counts = recording.counters()
    counters = dict(zip(ids.tolist(), counts.tolist(), strict=True))
    facts = cut_off(methods, counters, in_paths, is_quiet=recording.figures.quiet)
    return replace(counted, facts=tuple(facts))


def _edges(_: InlineRecording, __: int) -> Counted:
    """Nothing but counters, of which the metadata say what they count."""
    return Counted()


def _windows(recording: InlineRecording, _: int) -> Counted:
    return structural(recording.methods, recording.windows())


def _first_paths(recording: InlineRecording, _: int) -> Counted:
    """The paths of windows, as sequences of one path."""
    counts = recording.windows().counts
    ids, values = (np.array(list(part), dtype=np.int64) for part in (counts, counts.values()))
    return Counted(single_paths(ids, values))


def _overlaps(recording: InlineRecording, _: int) -> Counted:
    return overlapping(recording)


#: By name, as the profilers' descriptors name them.
READERS: dict[str, Reader] = {
    "counts": _counts,
    "forest": _forest,
    "words": _words,
    "iterations": _iterations,
    "edges": _edges,
    "windows": _windows,
    "first_paths": _first_paths,
    "overlaps": _overlaps,
}

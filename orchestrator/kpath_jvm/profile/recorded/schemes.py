"""The schemes, which read the tables of inline profilers and report what the tables lack.

A profiler's descriptor names the profiler's scheme (:mod:`kpath_jvm.profilers`). Profilers that
count the same things share a scheme.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from kpath_jvm.profile.metadata import EDGES_MODE, InstrumentedMethod, read_metadata
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.recorded.cut_off import cut_off
from kpath_jvm.profile.recorded.iterations_to_ipf import iterations_to_ipf
from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf, single_paths
from kpath_jvm.profile.recorded.overlaps import overlapping
from kpath_jvm.profile.recorded.structural import guessed_levels, structural
from kpath_jvm.profile.recorded.words_to_ksf import words_to_ksf
from kpath_jvm.recording.inline import InlineRecording
from kpath_jvm.records.completeness import Cause, Fact, note
from kpath_jvm.records.inline import InlineRecord

#: A fact names at most this many methods.
_MOST_NAMED = 3


class InlineScheme:
    """Turns an inline profiler's tables into the content of a profile."""

    def read(self, recording: InlineRecording, k: int, /) -> Counted:
        """Returns what was counted, with sequences of up to ``k`` paths.

        Raises KpathError when the tables are damaged.
        """
        raise NotImplementedError

    def facts(self, _: InlineRecording, /) -> Iterator[Fact]:
        """Yields the facts that follow from the profiler and its figures."""
        yield note(
            "counts are of completed paths, and of entries whose first path was completed; other "
            "paths, which exceptions or the recording's end cut off, are in no count, and their "
            "number isn't known"
        )


class PathScheme(InlineScheme):
    """A scheme that counts single paths, not sequences of paths."""

    def read(self, recording: InlineRecording, _: int, /) -> Counted:
        """Returns the paths as sequences of one path."""
        return Counted(single_paths(*recording.path_counts()))


class ForestScheme(InlineScheme):
    """A scheme in which the program builds the k-slab forests."""

    def read(self, recording: InlineRecording, k: int, /) -> Counted:
        """Returns the k-iteration path forest."""
        return Counted(ksf_to_ipf(recording.nodes(), k))


class WordScheme(InlineScheme):
    """A scheme that counts words of packed paths, each word together with its context."""

    def read(self, recording: InlineRecording, k: int, /) -> Counted:
        """Returns the k-iteration path forest."""
        return Counted(ksf_to_ipf(words_to_ksf(recording.words()), k))

    def facts(self, recording: InlineRecording, /) -> Iterator[Fact]:
        """Yields facts about the paths that activations may have held back at the end."""
        figures = recording.figures
        if figures.running and (held := recording.held_at_end()):
            named = _named(held)
            text = (
                f"activations of {named} had not ended: the last paths of each of them may be "
                "missing, though no more than one word of 64 bits can hold"
            )
            yield Fact(cause=Cause.HELD_BACK, text=text, figure=len(held))
        if figures.word_entries is not None and figures.carriers:
            yield note(
                "virtual threads that had not ended are not seen: the last paths of their "
                "activations may be missing"
            )
        yield from super().facts(recording)


def _named(names: Sequence[str]) -> str:
    return f"{', '.join(names[:_MOST_NAMED])}{' and others' if len(names) > _MOST_NAMED else ''}"


class IterationScheme(InlineScheme):
    """The scheme of Roy and Srikant's paths over several iterations of a loop."""

    def read(self, recording: InlineRecording, k: int, /) -> Counted:
        """Returns the sequences of paths, and facts about iterations that no path includes."""
        methods = read_metadata(recording.methods).methods
        counted, in_paths = iterations_to_ipf(methods, *recording.path_counts(), k)
        ids, counts = recording.counters()
        counters = dict(zip(ids.tolist(), counts.tolist(), strict=True))
        facts = cut_off(methods, counters, in_paths, is_quiet=recording.figures.quiet)
        return replace(counted, facts=tuple(facts))

    def facts(self, recording: InlineRecording, /) -> Iterator[Fact]:
        """Yields facts about the known sequences, and about paths of fewer than k iterations."""
        yield note(
            "sequences are known within the loops that the profiler follows from one iteration to "
            "the next (the innermost, unless --kiter-loops says otherwise), together with the "
            "paths into and out of these loops; no sequence goes on over the back edges of other "
            "loops"
        )
        fewer = recording.fewer_iterations()
        if fewer.count:
            why = ", ".join(f"{reason} {count:,}" for reason, count in fewer.reasons.items())
            yield note(
                f"{fewer.count:,} of {fewer.methods:,} methods with innermost loops have paths of "
                f"fewer than {recording.k} iterations ({why}): in {_named(fewer.names)}, only "
                "shorter sequences are known"
            )
        yield from super().facts(recording)


class EdgeScheme(InlineScheme):
    """A scheme that counts edges; the metadata say to which edge each counter belongs."""

    _known = (
        "edges are counted where code branches, and other counts follow from these; an exception "
        "may have left a block half-way, so counts that don't follow for certain are shown with "
        "bounds that are certain"
    )

    def read(self, _: InlineRecording, __: int, /) -> Counted:
        """Returns no counts, because edge_flow.py computes edge counts from the counters."""
        return Counted()

    def facts(self, recording: InlineRecording, /) -> Iterator[Fact]:
        """Yields facts about the edges that are counted, and about exceptions that aren't."""
        if recording.figures.dispatches_lost:
            text = "a StackOverflowError left no room to count exceptions that were caught"
            lost = recording.figures.dispatches_lost
            yield Fact(cause=Cause.NO_ROOM_TO_COUNT, text=text, figure=lost)
        yield note(self._known)


class ChordEdgeScheme(EdgeScheme):
    """A scheme that counts the edges that aren't in a spanning tree."""

    _known = (
        "edges are counted on the chords of a spanning tree, and the other counts follow from "
        "these; if exceptions left a method half-way through a block, or if it had not ended, its "
        "other counts are shown with bounds that are certain"
    )


class FirstPathScheme(InlineScheme):
    """A scheme that counts the first paths of each method, in the method's path window."""

    def read(self, recording: InlineRecording, _: int, /) -> Counted:
        """Returns the paths as sequences of one path."""
        counts = recording.path_windows().counts
        ids, values = (np.array(list(part), dtype=np.int64) for part in (counts, counts.values()))
        return Counted(single_paths(ids, values))

    def facts(self, recording: InlineRecording, /) -> Iterator[Fact]:
        """Yields facts about the path windows, and about what they left out."""
        yield from _of_path_windows(recording, parts="", guessed=lambda: "")
        yield from super().facts(recording)
        yield from _of_edges_instead(read_metadata(recording.methods).methods, recording)


class WindowScheme(InlineScheme):
    """A scheme that counts the paths of each loop level while the level's path window is open."""

    def read(self, recording: InlineRecording, _: int, /) -> Counted:
        """Returns the paths of all levels."""
        return structural(read_metadata(recording.methods).methods, recording.path_windows())

    def facts(self, recording: InlineRecording, /) -> Iterator[Fact]:
        """Yields facts about the path windows, and about the edges of methods without paths."""
        methods = read_metadata(recording.methods).methods

        def guessed() -> str:
            levels = guessed_levels(methods, recording.path_windows())
            of_them = "level's counts" if levels == 1 else "levels' counts"
            return (
                f"; {levels:,} {of_them} are adjusted by a guess, because too few paths "
                "were counted"
                if levels
                else ""
            )

        parts = ", divided evenly among the levels of its loops, but at least one in each level"
        for fact in _of_path_windows(recording, parts=parts, guessed=guessed):
            yield fact
            text = (
                "the figures of edges, loops and bytecodes are estimated from what the path "
                "windows counted, and can be too high or too low"
            )
            yield Fact(cause=Cause.ESTIMATED, text=text, figure=fact.figure)
        if any(method.schemes.graphs for method in methods):
            yield from super().facts(recording)
        yield from _of_edges_instead(methods, recording)


def _of_edges_instead(
    methods: Sequence[InstrumentedMethod], recording: InlineRecording
) -> Iterator[Fact]:
    """Yields facts about the methods whose edges are counted, because they have too many paths."""
    number = sum(method.counted.mode == EDGES_MODE for method in methods)
    if not number:
        return
    have, their = ("has", "its") if number == 1 else ("have", "their")
    yield note(
        f"{number:,} {'method' if number == 1 else 'methods'} with too many paths {have} no path "
        f"window: {their} edges are counted instead, in the whole run"
    )
    yield from EdgeScheme().facts(recording)


def _unfinished(figures: InlineRecord) -> str:
    if figures.windows_open is None:
        return ""
    over = (figures.windows_finished or 0) + (figures.windows_timed_out or 0)
    never = (figures.windows or 0) - over - figures.windows_open
    text = f", {figures.windows_open:,} stayed open to the end"
    return f"{text}, {never:,} never opened (nothing is known about their loops)" if never else text


def _of_path_windows(
    recording: InlineRecording, *, parts: str, guessed: Callable[[], str]
) -> Iterator[Fact]:
    """Yields a fact about the path windows, if there are any and they have a threshold."""
    figures, options = recording.figures, recording.agent.options
    threshold = options.get("threshold")
    if figures.windows and threshold:
        timed_out = f", the time-out closed {figures.windows_timed_out or 0:,}"
        text = (
            f"counts are of path windows: at most the first {threshold:,} paths of a method are "
            f"counted{parts}; of {figures.windows:,} windows, {figures.windows_finished or 0:,} "
            f"counted all of their paths{timed_out if 'window-timeout' in options else ''}"
            f"{_unfinished(figures)}{guessed()}"
        )
        yield Fact(cause=Cause.WINDOWS, text=text, figure=figures.windows)


class OverlapScheme(InlineScheme):
    """A scheme that counts paths and their continuations after back edges and across calls."""

    def read(self, recording: InlineRecording, _: int, /) -> Counted:
        """Returns the paths as sequences of one path, and their extensions."""
        return overlapping(recording)


#: The schemes by the names that profilers' descriptors use.
SCHEMES: dict[str, InlineScheme] = {
    "paths": PathScheme(),
    "forests": ForestScheme(),
    "words": WordScheme(),
    "iterations": IterationScheme(),
    "edges": EdgeScheme(),
    "chord edges": ChordEdgeScheme(),
    "first paths": FirstPathScheme(),
    "windows": WindowScheme(),
    "overlaps": OverlapScheme(),
}

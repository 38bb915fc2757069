"""Makes the document of the verb ``diff``: ``--json`` prints it, and other formats show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.analysis.diff.changes import BranchChange, Change, MethodChange, SequenceChange
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.edited import Edits
from kpath_jvm.analysis.diff.figures import ALPHA
from kpath_jvm.analysis.diff.sequences import runs_in_one_of, without_rewritten
from kpath_jvm.analysis.diff.shown import shown
from kpath_jvm.analysis.diff.statistics import apart_by_chance, least_p
from kpath_jvm.analysis.followed import is_iterated
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.selection import ALL, Selection, opened
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.callers import has_callers
from kpath_jvm.profile.identity.runs import Shared, require_distinct, shared_by
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import short_title
from kpath_jvm.profile.time_samples import has_time
from kpath_jvm.profilers import counts_threads
from kpath_jvm.records.filters import differences, note_on, recorded_with
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.diff.recorded import (
    class_paths,
    commands_differ,
    java_versions,
    javas_differ,
    same_on_both,
)
from kpath_jvm.reports.diff.rows import Rows, with_bounds
from kpath_jvm.reports.diff.spread import within
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.diff import DiffKeys
from kpath_jvm.reports.judgeable import endings, without_counts
from kpath_jvm.reports.output import counted
from kpath_jvm.reports.shares import not_counted
from kpath_jvm.shown import DIFFERENT_SHARE, ROWS, SHIFTED_SHARE
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("diff", 4, DiffKeys)

#: The largest number of profiles, methods or switches that a note names.
_MOST_TOLD = 4
#: At most this many edited methods are named, unless more differences than usual are listed.
_MOST_EDITED = 5


@dataclass(frozen=True)
class DiffOptions:
    """What to compare, and how much of it to list.

    Sequences of up to ``k`` paths are compared; None means the greatest k that all profiles have.
    At most ``top`` rows of each kind are listed. If a method has less than ``least_share`` of the
    bytecodes on both sides, its loops, branches and sequences aren't compared. ``_is_listed`` says
    whether a difference that concerns less than ``least_weight`` of the bytecodes is listed.
    """

    k: int | None = None
    top: int = ROWS
    merge: bool = True
    least_share: float = DIFFERENT_SHARE
    least_weight: float = SHIFTED_SHARE
    selection: Selection = ALL


@dataclass(frozen=True)
class ComparedProfiles:
    """A difference, and the k of its sequences.

    ``shared`` names two profiles, one of each side, that have a recording in common. ``unlike``
    says why the profiles can't be compared fairly. ``ended`` says which profiles belong to programs
    that failed.
    """

    difference: Difference
    k: int
    shared: Shared | None = None
    unlike: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()

    def require_two_recordings(self, *, however_recorded: bool = False) -> None:
        """Raises KpathError (exit status 2) for profiles whose difference no gate can judge.

        If the sides have a recording in common or if the profiles are ``unlike``, a gate might pass
        whatever the program does. ``however_recorded`` allows profiles that are ``unlike``.
        """
        if self.shared is not None:
            raise KpathError(
                f"{self.shared.text}, so --fail-if can't judge what changed between two runs; "
                "give profiles of different runs", 2,
            )  # fmt: skip
        if self.unlike and not however_recorded:
            raise KpathError(
                f"--fail-if can't judge these profiles: {'; '.join(self.unlike)}; record all of "
                "them alike, or pass --however-recorded if this is meant", 2,
            )  # fmt: skip


def compare(base: Sequence[Path], new: Sequence[Path], options: DiffOptions) -> ComparedProfiles:
    """Opens the profiles of both sides and compares them.

    Raises KpathError if the profiles can't be compared.
    """
    sides = [
        [_opened(path, side, options.selection) for path in paths]
        for side, paths in (("base", base), ("new", new))
    ]
    _check(sides)
    records = [[(profile.path, profile.run) for profile in side] for side in sides]
    for side in records:
        require_distinct(side)
    shared = shared_by(*records)
    one, other = (
        Side([profile.merged() if options.merge else profile for profile in side]) for side in sides
    )
    most = min(one.k, other.k)
    if options.k is not None and options.k > most:
        raise KpathError(
            f"-k {options.k} is more than the k = {most} that all profiles have; record with "
            f"-k {options.k}", 2,
        )  # fmt: skip
    k = most if options.k is None else options.k
    selected = shown(one, other, options.selection)
    found = difference(one, other, selected, k, options.least_share)
    unlike = (*_unlike((one, other)), *_of_entries_alone(found.pairs))
    ended = endings([profile for side in sides for profile in side])
    return ComparedProfiles(found, k, shared, unlike, tuple(ended))


def _opened(path: Path, side: str, selection: Selection) -> Profile:
    try:
        return opened(path, selection)
    except KpathError as error:
        raise KpathError(f"the {side} side: {error}", error.exit_status) from error


def summarise_diff(
    compared: ComparedProfiles,
    options: DiffOptions,
    base_sources: SourceTexts | None = None,
    sources: SourceTexts | None = None,
) -> dict[str, Any]:
    """Returns the document of ``diff``, whose keys docs/formats/json.md describes.

    ``base_sources`` are the sources of the base, and ``sources`` those of the new side.
    """
    found = compared.difference
    rows = Rows(base_sources, sources)
    kinds: dict[str, tuple[Sequence[Any], Any]] = {
        "methods": (found.methods, rows.method),
        "loops": (found.loops, rows.loop),
        "branches": (found.branches, rows.branch),
        "sequences": (found.sequences, rows.sequence),
    }
    all_of = {
        name: [one for one in changes if _is_listed(one, options.least_weight)]
        for name, (changes, _) in kinds.items()
    }
    trifles = {name: len(changes) - len(all_of[name]) for name, (changes, _) in kinds.items()}
    sequences = all_of["sequences"]
    all_of["sequences"] = [one for one in sequences if not runs_in_one_of(all_of["loops"], one)]
    in_loops = len(sequences) - len(all_of["sequences"])
    outside = all_of["sequences"]
    all_of["sequences"] = without_rewritten(outside)
    runs = len(found.base.runs), len(found.new.runs)
    selection = options.selection
    # Two dumps of one recording come from one run, so threads can't explain a difference.
    is_of_one_run = compared.shared is not None
    edits = Edits(found)
    edited = edits.methods
    named = edited[: options.top if options.top > ROWS else _MOST_EDITED]
    return DOCUMENT.of(
        {
            "base": _side(found.base),
            "new": _side(found.new),
            "total": {
                **with_bounds(found.totals.each, found.totals.total),
                "change_of_base": found.totals.part(found.totals.each),
            },
            "ordered_by": found.totals.measure,
            "k": compared.k,
            "thread": selection.thread,
            "jvm": selection.jvm,
            "selection": None if selection.is_all else selection.text,
            "shared": None if compared.shared is None else compared.shared.text,
            "unlike": list(compared.unlike),
            "ended": list(compared.ended),
            "runs_differ": _runs_differ(found),
            "commands_differ": commands_differ(found.base.runs, found.new.runs),
            "javas_differ": javas_differ(found.base.runs, found.new.runs),
            "class_paths": class_paths(found.base.runs, found.new.runs),
            "same": same_on_both(found.base.runs, found.new.runs),
            "not_counted": not_counted([*found.base.runs, *found.new.runs]),
            "equal": found.is_empty and not found.light and not found.within_spread,
            "matched": _matched(found),
            "edited": [rows.edited(change) for change in named],
            "edited_left_out": len(edited) - len(named),
            "changes_by_edit": None
            if found.totals.total.known is None or not selection.is_all
            else edits.changes,
            "least_share": found.least_share,
            "light": found.light,
            "within_spread": found.within_spread,
            "varying": within(found.unlisted[: found.within_spread]),
            "least_weight": options.least_weight,
            "trifles": sum(trifles.values()),
            "trifles_by_kind": trifles,
            "called_otherwise": _called_otherwise(found),
            "rewritten": len(outside) - len(all_of["sequences"]),
            "in_loops": in_loops,
            "test": None
            if max(runs) == 1
            else {
                "least_p": least_p(*runs) if min(runs) > 1 else None,
                "alpha": ALPHA,
                "apart_by_chance": apart_by_chance(*runs),
            },
            "notes": [
                *_notes(found),
                *([] if is_of_one_run or selection.thread is not None else _of_threads(found)),
                *_untold_switches(found, rows),
            ],
            "replaced_conditions": None,
            "failed": 0,
            "wrong": 0,
            "gates": [],
            **{
                name: [row(change) for change in all_of[name][: options.top]]
                for name, (_, row) in kinds.items()
            },
            "left_out": {
                name: max(len(changes) - options.top, 0) for name, changes in all_of.items()
            },
        }
    )


def _called_otherwise(found: Difference) -> dict[str, Any] | None:
    """Returns the method of which it would help most to know who calls it; None if none.

    Its code is unchanged, but it was entered at least twice or at most half as often as before.
    """
    if any(has_callers(run.path) for run in (*found.base.runs, *found.new.runs)):
        return None
    candidates = [
        one
        for one in found.methods
        if one.status == "shifted" and not one.is_told and _is_doubled(*one.entries.means)
    ]
    most = max(candidates, key=lambda one: one.weight, default=None)
    if most is None:
        return None
    return {"title": most.pair.known.title, "entries": most.entries.plain()}


def _is_doubled(before: float, after: float) -> bool:
    return 0 < 2 * before <= after or 0 < 2 * after <= before


def _is_listed(change: Change, least: float) -> bool:
    """Returns whether a change is listed.

    A shift that concerns less than ``least`` of the bytecodes isn't listed, unless it is the change
    of a method that has moved, that has been renamed, or whose code has changed. A new or gone
    sequence that concerns less than ``least`` isn't listed either, because an edit makes many such
    sequences.
    """
    if change.concerned >= least:
        return True
    if isinstance(change, SequenceChange):
        return False
    return change.status != "shifted" or (isinstance(change, MethodChange) and change.is_told)


def _check(sides: Sequence[Sequence[Profile]]) -> None:
    """Raises KpathError if paths of the profiles are cut at different places."""
    first = sides[0][0]
    for profile in (profile for side in sides for profile in side):
        if _cut(profile) != _cut(first):
            raise KpathError(
                f"{first.path} has paths cut at {_words(first)} and {profile.path} at "
                f"{_words(profile)}: these aren't the same paths; record both with the same --cut"
            )


def _cut(profile: Profile) -> str:
    # Profilers without the option --cut end paths at back edges, as the papers do.
    return profile.run.option("cut", str) or "back-edge"


def _words(profile: Profile) -> str:
    return "loop headers" if _cut(profile) == "loop-header" else "back edges"


def _unlike(sides: Sequence[Side]) -> Iterator[str]:
    """Says what keeps gates from judging: empty profiles, another program, other options."""
    every = [(profile.path, recorded_with(profile.run)) for side in sides for profile in side.runs]
    empty = [
        text
        for side in sides
        for profile, bytecodes in zip(side.runs, side.bytecodes.tolist(), strict=True)
        if (text := without_counts(profile, bytecodes)) is not None
    ]
    yield from empty
    if not empty and not _has_common(*sides):
        yield "no method ran on both sides, so these seem to be different programs"
    for path, recorded in every:
        if (text := note_on(recorded)) is not None:
            yield f"{path} {text}"
    for text in differences(every):
        yield (
            f"{text}, so methods and branches that only one of them counts may appear as new or "
            "gone, and shares may refer to different totals"
        )


def _has_common(base: Side, new: Side) -> bool:
    """Returns whether a method ran on both sides, perhaps under another name.

    Methods that filters leave out count, too.
    """
    names = [{one.named for one in side.methods if one.is_executed} for side in (base, new)]
    # It takes time to look for methods under other names, so this is done last.
    return not names[0].isdisjoint(names[1]) or any(
        all(one is not None and one.is_executed for one in (pair.base, pair.new))
        for pair in match_methods(base, new)
    )


def _of_entries_alone(pairs: Sequence[MethodPair]) -> Iterator[str]:
    """Names the methods of which some profiles have paths, and others only the entries.

    A method with only entries seems to have executed 0 bytecodes. A method isn't named if no
    profile has its paths.
    """
    found = []
    for pair in pairs:
        alone = [one.side.runs[run] for one in pair.sides for run in one.runs_of_entries_alone]
        if alone and any(one.weight for one in pair.sides):
            found.append((pair.known, alone[0]))
    if found:
        (known, profile), more = found[0], len(found) - 1
        name = short_title(known.class_name, known.name)
        also = f" (and of {counted(more, 'more method')})" if more else ""
        yield (
            f"of {name}{also} only entries were counted in {profile.path}, so bytecodes that "
            "other profiles have are missing there; `report` says why"
        )


def _runs_differ(found: Difference) -> str | None:
    sides = found.base, found.new
    if len({runs for side in sides for runs in side.summed}) < 2:
        return None
    told = [
        f"{profile.path} adds up {runs:,} runs" if runs > 1 else f"{profile.path} has one run"
        for side in sides
        for profile, runs in zip(side.runs, side.summed, strict=True)
    ]
    if len(told) > _MOST_TOLD:
        told = [*told[:_MOST_TOLD], f"{len(told) - _MOST_TOLD} more profiles"]
    return (
        f"{', '.join(told)}; every count is divided by its profile's number of runs. Profiles of "
        "the JVMs of one run must be merged with --one-run, or the division hides how much the run "
        "did"
    )


def _side(side: Side) -> dict[str, Any]:
    titles = list(dict.fromkeys(run.run.title for run in side.runs))
    several = f"{counted(len(titles), 'command')}, for example " if len(titles) > 1 else ""
    return {
        "profiles": [str(run.path) for run in side.runs],
        "title": f"{several}{titles[0]}",
        "java_versions": java_versions(side.runs),
        "started": [run.run.started or None for run in side.runs],
        "threads": [
            run.run.threads if counts_threads(run.run.option("profiler", str)) else None
            for run in side.runs
        ],
        "runs": list(side.summed),
        "k": side.k,
        "verdicts": [run.completeness.verdict for run in side.runs],
        "completeness": [run.completeness.document() for run in side.runs],
        "bytecodes": _per_run(side, side.bytecodes.tolist()),
        "completions": _per_run(side, [int(run.method_rows.completed.sum()) for run in side.runs]),
        "methods": sum(known.is_executed for known in side.methods),
    }


def _per_run(side: Side, counts: Sequence[int]) -> list[int | float]:
    """Returns the counts of a side's profiles; if a profile adds up several runs, their mean."""
    each = zip(counts, side.per_run(counts), side.summed, strict=True)
    return [mean if runs > 1 else count for count, mean, runs in each]


def _matched(found: Difference) -> dict[str, int]:
    """Returns how many methods are the same, changed, new and so on.

    Only methods that ran on at least one side are counted. ``base_only`` and ``new_only`` are the
    numbers of methods that both sides have, but that ran on only one of them.
    """
    counts: Counter[str] = Counter()
    for pair in found.pairs:
        if pair.is_executed:
            one = "gone" if pair.new is None else "new"
            counts[pair.code or one] += 1
            if pair.base is not None and pair.new is not None:
                counts["base_only"] += not pair.new.is_executed
                counts["new_only"] += not pair.base.is_executed
            counts["moved"] += pair.is_moved
            counts["renamed"] += pair.is_renamed and not pair.is_moved
    names = (
        "same", "unchanged", "alike", "changed", "moved", "renamed", "new", "gone", "base_only",
        "new_only",
    )  # fmt: skip
    return {name: counts[name] for name in names}


def _untold_switches(found: Difference, rows: Rows) -> Iterator[str]:
    """Yields notes on the switches that aren't listed, but may differ."""
    untold = [
        one for one in found.unlisted if isinstance(one, BranchChange) and one.is_of_bounds_alone
    ]
    for change in untold[:_MOST_TOLD]:
        row = rows.branch(change)
        where = words.place("branches", row)
        yield f"{change.pair.known.title}{where}: {words.untold(row)}"
    if len(untold) > _MOST_TOLD:
        more = counted(len(untold) - _MOST_TOLD, "more switch", "more switches")
        yield f"for {more}, too, it can't be told which outcomes are the same on both sides"


def _untold_time(runs: Sequence[Profile]) -> list[str]:
    """Says that samples of time aren't compared; returns [] if no profile has samples."""
    if not any(has_time(run.path) for run in runs):
        return []
    return [
        "samples of time aren't compared. Bytecodes aren't time, so measure whether a change "
        "helps; `kpath-jvm report` shows the samples of one profile"
    ]


def _of_threads(found: Difference) -> Iterator[str]:
    """Says that a difference may be due to threads, if each side is one run of several threads."""
    runs = [*found.base.runs, *found.new.runs]
    threads = max(run.run.threads or 0 for run in runs)
    is_one_each = len(runs) == 2 and all(run.run.runs == 1 for run in runs)
    if threads > 1 and is_one_each and not found.is_empty:
        yield (
            f"{threads:,} threads ran recorded code, and each side is one run: what depends on "
            "which thread comes first, such as how often a thread tries or waits in a loop, may "
            "differ from run to run; four runs of each side show which differences are chance"
        )


def _notes(found: Difference) -> list[str]:
    notes = []
    runs = [*found.base.runs, *found.new.runs]
    # A profile of edges has no sequences.
    without = [run for run in runs if known(run).edges_only]
    if 0 < len(without) < len(runs):
        more = f" and {len(without) - 1:,} more have" if len(without) > 1 else " has"
        notes.append(f"{without[0].path}{more} edges and no paths, so sequences aren't compared")
    lengths = sorted({run.k for run in runs if run not in without})
    if len(lengths) > 1:
        ks = " and ".join(map(str, lengths))
        notes.append(f"the profiles were recorded with k = {ks}: the smallest k is used")
    iterated = [run for run in runs if is_iterated(run)]
    if 0 < len(iterated) < len(runs):
        notes.append(
            f"{iterated[0].path} has no sequences over some loops' back edges, because its "
            "profiler follows only some loops from one iteration to the next; a sequence that the "
            "profile may lack for this reason isn't listed as new or gone"
        )
    for run in runs:
        if not run.completeness.is_exact:
            notes.append(f"{run.path}: {run.completeness.text}")
        if run.folding is not None:
            notes.append(f"{run.path}: the engine's memory was full, rare sequences were folded")
    if any(run.run.tables.extended for run in runs):
        notes.append(
            "extended paths (overlapping, structural) aren't compared here: `kpath-jvm overlap` "
            "compares two profiles by them"
        )
    notes += _untold_time(runs)
    otherwise = sum(pair.is_recorded_otherwise for pair in found.pairs if pair.is_executed)
    if otherwise:
        verb, whose = ("was", "its") if otherwise == 1 else ("were", "their")
        notes.append(
            f"{counted(otherwise, 'method')} of equal code {verb} recorded in two ways (size "
            f"ladder, profiler): {whose} sequences aren't compared"
        )
    untold = [
        pair
        for pair in found.pairs
        if pair.is_executed and found.is_compared(pair) and pair.has_untold_cases
    ]
    if untold:
        titles = ", ".join(pair.known.title for pair in untold[:_MOST_TOLD])
        more = f" and {len(untold) - _MOST_TOLD:,} more" if len(untold) > _MOST_TOLD else ""
        notes.append(
            f"sequences of {titles}{more} aren't compared, because it can't be told which cases of "
            "a switch are the same on both sides"
        )
    return notes

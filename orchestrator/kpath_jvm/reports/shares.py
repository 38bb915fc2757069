"""Says which bytecodes the shares in a report refer to."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.filters import parts_told, recorded_with
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.reports.completed_words import bytecodes_not_counted
from kpath_jvm.reports.counted.edges import of_path_windows
from kpath_jvm.reports.output import percent

#: How all outputs name the bytecodes that recorded code executed.
OF_RECORDED = "of the recorded bytecodes"


def what_shares_are_of(summary: Mapping[str, Any]) -> str:
    """Says which bytecodes a report's shares refer to, and which bytecodes aren't counted.

    ``summary`` is a report's document (documents/report.py).
    """
    text = (
        f"{_counted_bytecodes(summary)}; those of other code aren't counted "
        f"({not_recorded(summary)})"
    )
    cut_off = bytecodes_not_counted(summary)
    return f"{text}. {cut_off}" if cut_off else text


def which_bytecodes(known: Mapping[str, Any]) -> str:
    """Returns "recorded", "counted" or "estimated": a word for the bytecodes that shares refer to.

    With path windows, only a part of the bytecodes that recorded code executed is counted or
    estimated. ``known`` is the value of the key ``known`` (documents/report.py).
    """
    if not known["is_windowed"]:
        return "recorded"
    return "estimated" if known["is_scaled"] else "counted"


def of_bytecodes(known: Mapping[str, Any]) -> str:
    """Returns words such as "of the recorded bytecodes", for the bytecodes that shares refer to."""
    return f"of the {which_bytecodes(known)} bytecodes"


def rows_cover(summary: Mapping[str, Any], kind: str) -> str:
    """Says what share of the bytecodes the rows of a list have together, and of the time.

    ``kind`` is the key of the list: ``loops``, ``methods`` or ``paths``. The text is empty if there
    is one row, whose share is above, or if the list is complete.
    """
    rows, count = summary[kind], summary["work"][kind]
    if not 1 < len(rows) < count:
        return ""
    share = percent(fsum(row["share_of_all"] for row in rows))
    text = f"these {len(rows):,} of {count:,} {kind} have {share} {of_bytecodes(summary['known'])}"
    if "share_of_time" not in rows[0]:
        return text
    of_time = percent(fsum(row["share_of_time"] for row in rows))
    of_all = percent(fsum(row["share_of_all_time"] for row in rows))
    return f"{text}, {of_time} of the recorded code's time, and {of_all} of the sampled time"


def _counted_bytecodes(summary: Mapping[str, Any]) -> str:
    """Says which bytecodes shares refer to, much as ``all_bytecodes`` (counted/edges.py) does."""
    work, known = summary["work"], summary["known"]
    if not known["is_windowed"]:
        return "of the bytecodes that recorded code executed"
    return (
        f"of the bytecodes {of_path_windows(work, known)}, not of all that recorded code executed"
    )


def not_recorded(summary: Mapping[str, Any]) -> str:
    """Says which classes a run wasn't asked to record, and which methods ``--scope`` left out."""
    parts = [asked_for(summary["not_profiled"])]
    if summary["scope"] == "loops":
        parts.append("methods without loops are left out (--scope loops)")
    if summary["scope"] == "hot":
        parts.append("methods that weren't found hot are left out (--scope hot)")
    return "; ".join(parts)


def not_counted(runs: Sequence[Profile]) -> str:
    """Says which code the profiles don't count; profiles recorded alike share one text."""
    told = [_not_counted(profile) for profile in runs]
    return " or ".join(dict.fromkeys(told))


def _not_counted(profile: Profile) -> str:
    run = profile.run
    return not_recorded({"not_profiled": wanted(run), "scope": run.option("scope", str)})


def wanted(run: ProfileRecord) -> dict[str, Any]:
    """Returns the patterns of the classes to record and to leave out.

    ``differing`` says in words in which of these options the parts of a sum differ, or is None.
    """
    return {
        "include": list(run.option("include", tuple) or ()),
        "exclude": list(run.option("exclude", tuple) or ()),
        "differing": parts_told(recorded_with(run)),
    }


def asked_for(skipped: Mapping[str, Any]) -> str:
    """Says which classes the run wasn't asked to record.

    ``skipped`` is the value of the key ``not_profiled`` (documents/report.py).
    """
    if skipped["differing"] is not None:
        return (
            f"the parts of this sum were recorded with {skipped['differing']}, so code that only "
            "some of them count has too small a share"
        )
    # The order in which the patterns were given means nothing.
    included, excluded = sorted(skipped["include"]), sorted(skipped["exclude"])
    text = f"not asked for: all but {', '.join(included)}" if included else "not asked for: the JDK"
    return f"{text}; excluded: {', '.join(excluded)}" if excluded else text

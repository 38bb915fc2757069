"""The lines of ``reproduce`` that say whether the published trends hold in our results."""

from collections.abc import Collection, Iterator
from pathlib import Path

from kpath_jvm.evaluation.results.papers import PAPERS, Paper

_KINDS = {"official": "", "stand-in": " (stand-ins)"}


def verdict_lines(
    root: Path, papers: Collection[Paper] = (), charts: Collection[str] | None = None
) -> Iterator[str]:
    """Yields lines such as "Tallam, Zhang and Gupta, 2004, table 9: ... : holds".

    ``papers`` are the papers whose trends are judged (empty: all papers). With ``charts``, only the
    trends that these charts show are judged. If trends of a paper weren't measured, one line says
    how many.
    """
    # These modules import pandas, which takes a while.
    from kpath_jvm.evaluation.results.experiment import Results
    from kpath_jvm.evaluation.results.judgement import UNMEASURED, UNTOLD
    from kpath_jvm.evaluation.results.trends import judge_all

    table = judge_all(Results(root), papers=papers, charts=charts)
    for paper in PAPERS.values():
        mine = table[table["paper"] == paper.key]
        for row in mine[mine["verdict"] != UNMEASURED].to_dict("records"):
            kind = _KINDS.get(row["kind"], "")
            reason = str(row["explanation"] or row["measured"]).rstrip(".")
            why = f": {reason[0].lower()}{reason[1:]}" if row["verdict"] == UNTOLD else ""
            yield f"{paper.name}, {row['place']}: {row['published']}: {row['verdict']}{kind}{why}"
        is_lacking = (mine["verdict"] == UNMEASURED).groupby(mine["trend"]).all()
        if lacking := int(is_lacking.sum()):
            yield f"{paper.name}: {lacking} of {mine['trend'].nunique()} trends not measured"

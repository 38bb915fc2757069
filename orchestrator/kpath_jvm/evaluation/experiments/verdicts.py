"""What a reproduction says in the end: a line for each published trend that was measured."""

from collections.abc import Collection, Iterator
from pathlib import Path

from kpath_jvm.evaluation.results.papers import PAPERS, Paper

_KINDS = {"official": "", "stand-in": " (stand-ins)"}


def verdict_lines(root: Path, papers: Collection[Paper] = ()) -> Iterator[str]:
    """Yields lines such as "Tallam, Zhang and Gupta, 2004, table 9: ... : holds".

    ``papers`` are the papers whose trends are judged; empty, it stands for all of them. Trends that
    weren't measured are only counted, paper by paper.
    """
    # This imports pandas, which takes a while.
    from kpath_jvm.evaluation.results.experiment import Results
    from kpath_jvm.evaluation.results.judgement import UNMEASURED
    from kpath_jvm.evaluation.results.trends import judge_all

    table = judge_all(Results(root), papers=papers)
    for paper in PAPERS.values():
        mine = table[table["paper"] == paper.key]
        for row in mine[mine["verdict"] != UNMEASURED].to_dict("records"):
            kind = _KINDS.get(row["kind"], "")
            yield f"{paper.name}, {row['place']}: {row['published']}: {row['verdict']}{kind}"
        is_lacking = (mine["verdict"] == UNMEASURED).groupby(mine["trend"]).all()
        if lacking := int(is_lacking.sum()):
            yield f"{paper.name}: {lacking} of {mine['trend'].nunique()} trends not measured"

"""All charts, in the order of the report."""

from kpath_jvm.evaluation.figures.charts import (
    cost_charts,
    figure04_tree,
    frontier,
    headline,
    information_charts,
    own_charts,
    paper_figures,
    table1,
)

CHARTS = (
    *headline.CHARTS,
    *figure04_tree.CHARTS,
    *paper_figures.CHARTS,
    *table1.CHARTS,
    *cost_charts.CHARTS,
    *information_charts.CHARTS,
    *frontier.CHARTS,
    *own_charts.CHARTS,
)

"""All charts, in the order of the report."""

from kpath_jvm.evaluation.figures.charts import figure04_tree, own_charts, paper_figures, table1

CHARTS = (*figure04_tree.CHARTS, *paper_figures.CHARTS, *table1.CHARTS, *own_charts.CHARTS)

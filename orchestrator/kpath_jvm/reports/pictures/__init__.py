"""Draws control-flow graphs and k-IPFs: it writes DOT text, which Graphviz lays out."""

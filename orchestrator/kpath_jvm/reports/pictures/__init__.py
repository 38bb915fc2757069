"""Draws control-flow graphs and k-IPFs as DOT text, which Graphviz lays out."""

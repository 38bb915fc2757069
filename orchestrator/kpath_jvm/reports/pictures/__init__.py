"""Control-flow graphs and k-IPFs as pictures: DOT text of our own, laid out by Graphviz."""

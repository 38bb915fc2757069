"""How certain the shares of a sampled profile are, judged by its bursts (docs/sampling.md)."""

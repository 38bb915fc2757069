"""Computes from bursts how certain the shares of a sampled profile are (docs/sampling.md)."""

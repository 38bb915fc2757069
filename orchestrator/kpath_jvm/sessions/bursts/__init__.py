"""Sampling: bursts of a recording, as many as a budget allows (docs/sampling.md)."""

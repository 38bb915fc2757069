"""Sampling: a program is recorded in bursts, whose cost a budget limits (docs/sampling.md)."""

"""Computes how well one profile represents another."""

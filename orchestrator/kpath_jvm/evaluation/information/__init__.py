"""Measures how much profiles tell about a program, by comparing them with an exact profile."""

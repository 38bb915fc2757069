"""Tests the HTML page of a profile in a real browser."""

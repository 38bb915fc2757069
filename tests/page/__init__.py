"""Tests the page in a real browser."""

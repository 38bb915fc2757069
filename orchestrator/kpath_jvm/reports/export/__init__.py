"""Profiles for other programs: jsonl by method, csv and parquet by rows of several tables."""

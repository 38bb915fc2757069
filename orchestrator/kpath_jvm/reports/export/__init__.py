"""Profiles for other programs: jsonl by method, csv and Parquet by rows of several tables."""

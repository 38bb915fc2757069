"""Profiles for other programs: jsonl with an object per method, tables as csv or Parquet."""

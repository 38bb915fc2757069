"""Exports profiles to other programs: jsonl with an object per method, or csv and Parquet."""

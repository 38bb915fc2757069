"""Exports profiles to other programs: as jsonl with an object per method, csv or Parquet."""

"""Writes reports as short Markdown for summaries of CI runs, with tables in GitHub's syntax."""

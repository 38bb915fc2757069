"""Reports as short Markdown for the summaries of CI runs, with tables in GitHub's syntax."""

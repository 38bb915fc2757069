"""Reports as Markdown, short, for the summaries of CI runs: tables as GitHub has them."""

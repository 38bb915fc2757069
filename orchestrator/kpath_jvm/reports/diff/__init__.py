"""The difference of two profiles: its document, which is also shown as text and as a page."""

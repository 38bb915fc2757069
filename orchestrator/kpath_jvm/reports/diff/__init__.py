"""The difference of two profiles: its document, and that as text and as a page."""

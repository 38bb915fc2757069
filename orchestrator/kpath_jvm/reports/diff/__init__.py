"""Shows the difference of two profiles: as a document, as text and as a page."""

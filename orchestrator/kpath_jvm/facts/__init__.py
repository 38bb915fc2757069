"""Facts about a profile as Arrow tables: for Python, exports, pages and JSON alike."""

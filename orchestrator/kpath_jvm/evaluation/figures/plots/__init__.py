"""Ways to draw a table: bars, lines, strips, on a sheet with title, legend and note."""

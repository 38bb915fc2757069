"""Makes sentences and tables about counted edges and extended paths."""

"""Random programs and damaged files against the product."""

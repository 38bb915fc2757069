"""Tries random programs and damaged files on the product."""

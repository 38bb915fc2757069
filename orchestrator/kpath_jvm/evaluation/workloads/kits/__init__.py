"""The official kits of benchmark suites, where the user has them."""

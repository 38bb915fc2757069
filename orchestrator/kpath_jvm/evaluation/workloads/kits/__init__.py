"""The official kits of benchmark suites. They don't come with kpath-jvm."""

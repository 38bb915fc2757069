"""The parts that rows of loops are built from: paths, windows over them, costs of all loops."""

"""The results of an experiment as tables: what experiments write and figures read."""

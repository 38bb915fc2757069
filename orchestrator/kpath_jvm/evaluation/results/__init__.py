"""The results of an experiment as tables, which experiments write and figures read."""

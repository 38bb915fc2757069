"""The results of experiments: the tables that experiments write and that figures are drawn from."""

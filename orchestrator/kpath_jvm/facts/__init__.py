"""Facts about a profile, mostly as Arrow tables, from which all outputs are made."""

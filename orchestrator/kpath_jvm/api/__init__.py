"""The Python interface to profiles, for notebooks and programs; results are pandas tables."""

"""Answers questions about all profiles of a store, with SQL that several engines accept."""

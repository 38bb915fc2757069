"""Questions about all profiles of a store, in SQL that several engines accept."""

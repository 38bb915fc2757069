"""A store of profiles of many runs, on a file system or in an object store."""

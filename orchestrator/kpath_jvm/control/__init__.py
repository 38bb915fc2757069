"""Asking a recording that runs for something: a Unix socket for each recorded JVM."""

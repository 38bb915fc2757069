"""Requests to a recording while it runs: each recorded JVM has a Unix socket."""

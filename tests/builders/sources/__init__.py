"""Reads Kotlin and Scala code for tests, and makes the branches with which code is matched."""

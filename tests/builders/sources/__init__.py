"""Builders of Kotlin and Scala code, and of the branches with which code is matched."""

"""Instruments and verifies every class of the JDK and of a list of jars."""

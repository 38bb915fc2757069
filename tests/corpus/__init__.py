"""Instruments and verifies every class of a list of jars, and of the JDK."""

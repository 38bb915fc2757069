"""Every class of a list of jars, and of the JDK, instrumented and verified."""

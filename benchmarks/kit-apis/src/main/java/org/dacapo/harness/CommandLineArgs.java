package org.dacapo.harness;

/** The command line of DaCapo's harness. Our callbacks only pass it to their superclass. */
public class CommandLineArgs {}

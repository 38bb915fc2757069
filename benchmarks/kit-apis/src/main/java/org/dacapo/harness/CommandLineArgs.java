package org.dacapo.harness;

/** The command line of DaCapo's harness. Our callbacks only pass it on. */
public class CommandLineArgs {}

package org.dacapo.harness;

/** The harness' command line; callbacks of ours only hand it on. */
public class CommandLineArgs {}

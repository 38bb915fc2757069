package org.dacapo.harness;

/** The harness's command line. Our callbacks only pass it on. */
public class CommandLineArgs {}

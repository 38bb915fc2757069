package org.dacapo.harness;

public class CommandLineArgs {}

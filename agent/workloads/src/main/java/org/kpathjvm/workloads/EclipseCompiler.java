package org.kpathjvm.workloads;

import java.io.PrintStream;

/**
 * Stand-in for DaCapo's eclipse: the Eclipse compiler compiles the sources of libraries, everything
 * anew in each iteration.
 *
 * <p>Prints a line when an iteration starts and one when it has ended, with its wall time, and
 * compares what it made with what is expected. Ends with status 0; 2 for unusable arguments; 3 for a
 * wrong result; the latter two with one line on stderr.
 */
public final class EclipseCompiler {
  private final Options options;
  private final PrintStream out;

  private EclipseCompiler(Options options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** See {@link Options}. */
  public static void main(String[] arguments) {
    try {
      new EclipseCompiler(Options.parse(arguments), System.out).run();
    } catch (StandInFailure failure) {
      System.out.flush();
      System.err.println("kpath stand-in: " + failure.getMessage());
      System.exit(failure.exitStatus());
    }
  }

  private void run() throws StandInFailure {
    SourceTree sources = SourceTree.read(options.sources(), options.excluded());
    say("compiles " + sources.files().size() + " source files");
    for (int warmup = 1; warmup <= options.warmups(); warmup++) {
      iterate(sources, "warm-up " + warmup);
    }
    for (int iteration = 1; iteration <= options.iterations(); iteration++) {
      iterate(sources, "iteration " + iteration);
    }
    say("passed");
  }

  private void iterate(SourceTree sources, String label) throws StandInFailure {
    say(label + " starts");
    MemoryCompiler compiler = new MemoryCompiler(sources);
    long startNanos = System.nanoTime();
    compiler.run(options.release());
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    Outcome outcome = Outcome.of(compiler.classes(), compiler.tags());
    say(
        String.format(
            "%s took %d ms: %d classes, %d task tags, digest %s",
            label, millis, outcome.classes(), outcome.tags(), outcome.digest()));
    outcome.check(options);
  }

  private void say(String message) {
    out.println("===== kpath stand-in for " + options.benchmark() + ": " + message + " =====");
  }
}

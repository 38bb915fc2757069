package org.kpathjvm.workloads;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Stand-in for DaCapo's eclipse: the Eclipse compiler compiles the sources of libraries, everything
 * anew in each iteration.
 *
 * <p>Prints a line when an iteration starts and one when it has ended, with its wall time and its
 * thread's CPU time (without the JVM's own threads), and compares what it made with what is
 * expected. Ends with status 0; 2 for unusable arguments; 3 for a wrong result; the latter two with
 * one line on stderr.
 */
public final class EclipseCompiler {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
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
    SourceTree sources = SourceTree.read(options.sources());
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
    long startCpuNanos = threads.getCurrentThreadCpuTime();
    compiler.run(options.release());
    long cpuNanos = threads.getCurrentThreadCpuTime() - startCpuNanos;
    long nanos = System.nanoTime() - startNanos;
    Outcome outcome = Outcome.of(compiler.classes(), compiler.tags());
    say(
        String.format(
            "%s took %d ms, %d ms of CPU: %d classes, %d task tags, digest %s",
            label,
            nanos / NANOS_PER_MILLI,
            cpuNanos / NANOS_PER_MILLI,
            outcome.classes(),
            outcome.tags(),
            outcome.digest()));
    outcome.check(options);
  }

  private void say(String message) {
    out.println("===== kpath stand-in for " + options.benchmark() + ": " + message + " =====");
  }
}

package org.kpathjvm.workloads;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;

/**
 * Runs a {@link Benchmark} for some iterations. If the arguments include an expected digest, each
 * iteration's digest is compared with the expected digest.
 *
 * <p>The program prints a line when an iteration starts, and a second line when the iteration has
 * ended. The second line shows the wall time, the CPU time of the whole process, what the benchmark
 * counted, and the digest. The exit status is 0 on success, 2 if arguments or inputs can't be used,
 * and 3 if a result is wrong. With status 2 or 3, one line on stderr gives the reason. Any
 * exception other than {@link StandInFailure} leaves {@code main}, so the JVM prints the
 * exception's stack trace and exits with status 1.
 */
public final class StandIn {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Arguments arguments;
  private final PrintStream out;
  private final IterationLog log = IterationLog.ofProperty();

  private StandIn(Arguments arguments, PrintStream out) {
    this.arguments = arguments;
    this.out = out;
  }

  /** Runs a stand-in with the arguments that {@link Arguments} describes. */
  public static void main(String[] arguments) throws Exception {
    try {
      run(arguments, System.out);
    } catch (StandInFailure failure) {
      System.out.flush();
      System.err.println("kpath stand-in: " + failure.getMessage());
      System.exit(failure.exitStatus());
    }
  }

  /**
   * Runs a stand-in as {@code main} does, but throws a {@link StandInFailure} instead of ending the
   * JVM.
   */
  static void run(String[] arguments, PrintStream out) throws Exception {
    new StandIn(Arguments.parse(arguments), out).run();
  }

  private void run() throws Exception {
    Benchmark benchmark = instance(arguments.className());
    try (Scratch scratch = new Scratch()) {
      try {
        benchmark.prepare(new Inputs(arguments.files(), arguments.settings(), scratch));
        for (int warmup = 1; warmup <= arguments.warmups(); warmup++) {
          iterate(benchmark, true, warmup);
        }
        for (int iteration = 1; iteration <= arguments.iterations(); iteration++) {
          iterate(benchmark, false, iteration);
        }
      } finally {
        benchmark.close();
      }
    }
    say("passed");
  }

  private void iterate(Benchmark benchmark, boolean isWarmup, int number) throws Exception {
    String label = (isWarmup ? "warm-up " : "iteration ") + number;
    benchmark.beforeIteration();
    say(label + " starts");
    Measured measured = Measured.iteration(benchmark);
    ResultDigest result = new ResultDigest();
    benchmark.digest(result);
    String digest = result.hex();
    String counts = result.counts().isEmpty() ? "" : result.counts() + ", ";
    String times = millis(measured.wallNanos()) + ", " + millis(measured.cpuNanos()) + " of CPU";
    say(label + " took " + times + ": " + counts + "digest " + digest);
    String expected = arguments.expectedDigest();
    boolean isValid = expected == null || expected.equals(digest);
    log.append(isWarmup, number, measured, isValid, digest);
    if (!isValid) {
      throw StandInFailure.wrongResult("digest: expected " + expected + ", got " + digest);
    }
  }

  private static Benchmark instance(String className) throws Exception {
    try {
      return Class.forName(className)
          .asSubclass(Benchmark.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ClassNotFoundException | ClassCastException | NoSuchMethodException unfit) {
      throw StandInFailure.unusable("no benchmark " + className + ": " + unfit);
    } catch (InvocationTargetException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  private static String millis(long nanos) {
    return nanos / NANOS_PER_MILLI + " ms";
  }

  private void say(String message) {
    out.println("===== kpath stand-in for " + arguments.benchmark() + ": " + message + " =====");
  }
}

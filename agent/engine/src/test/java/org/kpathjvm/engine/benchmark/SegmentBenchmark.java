package org.kpathjvm.engine.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentFixture;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.SimulatedTarget;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Prints nanoseconds of this thread's CPU time per event, for the whole way from a segment into
 * tables. This is a main class and not a test. The optional argument is the number of events in
 * millions (default 5).
 */
public final class SegmentBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int IDS = 5000;

  private SegmentBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    segments(1_000_000 * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5));
  }

  /**
   * Measures three segments. Each activation of a callee completes 2 paths in the first segment, 20
   * in the second, and 2000 in the third. Calls are nested two deep.
   */
  private static void segments(int events) throws Exception {
    for (int iterations : new int[] {2, 20, 2000}) {
      Path file = Files.createTempFile(Path.of("/dev/shm"), "kpath-benchmark", ".segment");
      try {
        SegmentFixture segment =
            new SegmentFixture(file, events / 4000 + 8, SegmentLayout.FLAG_KEEP);
        segment.idCount(IDS);
        write(new SimulatedTarget(segment).thread(), iterations, events);
        System.out.printf(Locale.ROOT, "segment, %d paths per activation:", iterations);
        for (int k : new int[] {1, 2, 8, 16}) {
          double best = Double.MAX_VALUE;
          for (int round = 0; round < 4; round++) {
            best = Math.min(best, drain(file.toString(), k));
          }
          System.out.printf(Locale.ROOT, "  k=%d %.1f", k, best);
        }
        System.out.println();
      } finally {
        Files.delete(file);
      }
    }
  }

  private static void write(Carrier thread, int iterations, int events) {
    Random random = new Random(3);
    for (int written = 0; written < events; ) {
      Activation caller = new Activation();
      for (int calls = 0; calls < 4; calls++) {
        thread.emit(caller, 1 + random.nextInt(4));
        Activation callee = new Activation();
        for (int iteration = 1; iteration < iterations; iteration++) {
          thread.emit(callee, 10 + Math.min(random.nextInt(6), random.nextInt(6)));
        }
        thread.exit(callee, 20);
        written += iterations + 1;
      }
      thread.exit(caller, 9);
      written++;
    }
  }

  private static double drain(String file, int k) {
    ProfileSet profiles =
        new ProfileSet(
            new ProfileOptions(k, Engine.CONTEXTS), EngineMemory.of(EngineMemory.UNBOUNDED, 1));
    FailureLog failures = new FailureLog();
    StreamDrain drain = new StreamDrain(SegmentReader.open(file), profiles, failures, 0, 1);
    long before = THREADS.getCurrentThreadCpuTime();
    while (drain.pass(true)) {
      continue;
    }
    double nanos = (double) (THREADS.getCurrentThreadCpuTime() - before) / drain.events();
    if (failures.text() != null) {
      throw new IllegalStateException(failures.text());
    }
    return nanos;
  }
}

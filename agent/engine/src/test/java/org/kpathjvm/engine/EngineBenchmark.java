package org.kpathjvm.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntSupplier;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ksf.ActivationStates;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentFixture;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.SimulatedTarget;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Prints nanoseconds of this thread's CPU time per event for synthetic streams: a main class, no
 * test. Optional argument: millions of events per measurement (default 20).
 */
public final class EngineBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int IDS = 5000;
  private static final int[] KS = {2, 8, 16};
  private static final int CHUNK = 16384;

  private final int[] stream;
  private final String name;
  private final String[] variants;

  private EngineBenchmark(String name, int events, IntSupplier ids, String... variants) {
    this.name = name;
    this.variants = variants;
    stream = new int[events];
    for (int at = 0; at < events; at++) {
      stream[at] = ids.getAsInt();
    }
  }

  public static void main(String[] arguments) throws Exception {
    int events = 1_000_000 * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20);
    System.out.println(
        "ns of CPU per event; * with child index, m with move-to-front; in brackets the k-SF, and the k-IPF with its ns per node");
    for (EngineBenchmark benchmark : streams(events)) {
      benchmark.forests();
    }
    segments(events / 4);
  }

  private static EngineBenchmark[] streams(int events) {
    return new EngineBenchmark[] {
      new EngineBenchmark("tight loop", events, () -> 7, "", "*m"),
      new EngineBenchmark("nested loops", events, nested(), "", "*", "m", "*m"),
      new EngineBenchmark("branchy loop, 12 ids", events, skewed(12), "", "*", "m", "*m"),
      new EngineBenchmark("Markov 2, 5000 ids", events / 2, markov(4), "*", "*m"),
    };
  }

  /** Three levels, 10 x 20 x many iterations. */
  private static IntSupplier nested() {
    int[] time = {0};
    return () -> {
      int at = time[0]++ % 221;
      return at == 220 ? 1 : at % 11 == 10 ? 2 : 3;
    };
  }

  /** A hot path and, one time in five, any. */
  private static IntSupplier skewed(int ids) {
    Random random = new Random(1);
    return () ->
        random.nextInt(10) < 8 ? 1 : 1 + Math.min(random.nextInt(ids), random.nextInt(ids));
  }

  /** Each pair of ids is followed by one of a few, the first of them mostly. */
  private static IntSupplier markov(int successors) {
    Random random = new Random(2);
    int[] last = {1, 2};
    return () -> {
      int choice = Math.min(random.nextInt(successors), random.nextInt(successors));
      int seed = (last[0] * 31 + last[1]) * 31 + choice;
      int next = 1 + Math.floorMod((seed ^ seed >>> 7) * 0x9E3779B1 >>> 8, IDS);
      last[0] = last[1] % 50;
      last[1] = next;
      return next;
    };
  }

  private void forests() {
    System.out.printf(Locale.ROOT, "%-22s BLPP %5.1f", name, blpp());
    for (int k : KS) {
      System.out.printf(Locale.ROOT, "  | k=%d", k);
      for (String variant : variants) {
        ForestOptions options = new ForestOptions(k, variant.contains("m"), variant.contains("*"));
        SlabForest forest = null;
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
          forest = new SlabForest(options);
          best = Math.min(best, feed(forest));
        }
        System.out.printf(Locale.ROOT, " %s%.1f", variant, best);
        if (variant.equals("*m") && forest.size() > 1000) {
          long before = THREADS.getCurrentThreadCpuTime();
          int nodes = PathForestBuilder.build(forest, k).size();
          double perNode = (double) (THREADS.getCurrentThreadCpuTime() - before) / nodes;
          System.out.printf(
              Locale.ROOT,
              " (%.1fM nodes, %d MB, k-IPF %.1fM, %.0f)",
              forest.size() / 1e6,
              forest.bytes() >> 20,
              nodes / 1e6,
              perNode);
        }
      }
    }
    System.out.println();
  }

  private double feed(SlabForest forest) {
    ActivationStates states = new ActivationStates();
    int state = states.create();
    long before = THREADS.getCurrentThreadCpuTime();
    for (int at = 0; at < stream.length; at += CHUNK) {
      forest.feed(stream, at, Math.min(at + CHUNK, stream.length), IDS, states.fields(), state);
    }
    return (double) (THREADS.getCurrentThreadCpuTime() - before) / stream.length;
  }

  private double blpp() {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      HashPathCounter counter = new HashPathCounter();
      long before = THREADS.getCurrentThreadCpuTime();
      for (int at = 0; at < stream.length; at += CHUNK) {
        counter.feed(stream, at, Math.min(at + CHUNK, stream.length), IDS);
      }
      best = Math.min(best, (double) (THREADS.getCurrentThreadCpuTime() - before) / stream.length);
    }
    return best;
  }

  /** The whole way from a kept segment: loops of the given length, in calls nested two deep. */
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
            new ProfileOptions(k, true, true, false), EngineMemory.of(EngineMemory.UNBOUNDED, 1));
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

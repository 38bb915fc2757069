package org.kpathjvm.engine.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Prints nanoseconds of this thread's CPU time per item for every engine, over synthetic streams
 * and recorded ones, beside BLPP's hash, a counter in an array, and a copy: a main class, no test.
 * Arguments: millions of items of a synthetic stream, a list of k as 2,8,16, and directories that
 * {@code run --record} made; without one, synthetic streams in words, with {@code paths} path by
 * path. Each figure is the least of the rounds, with the tables' KiB behind it. With {@code
 * -Dconvert=true} the milliseconds that the conversion into the k-IPF takes instead, with its
 * thousands of rows.
 */
public final class EngineBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean CONVERT = Boolean.getBoolean("convert");
  private static final int ROUNDS = 5;
  private static final List<Engine> ENGINES = List.of(Engine.K_SF, Engine.CONTEXTS);

  private final ItemStream stream;
  private final int[] ring = new int[1 << 14];
  private final int[] ids = new int[Long.SIZE];
  private int ringEnd;

  private EngineBenchmark(ItemStream stream) {
    this.stream = stream;
  }

  public static void main(String[] arguments) throws Exception {
    int items = 1_000_000 * Integer.parseInt(arguments[0]);
    int[] lengths = Arrays.stream(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray();
    List<ItemStream> streams = new ArrayList<>();
    if (arguments.length == 2) {
      synthetic(items).forEach((stream, paths) -> streams.add(stream.inWords(paths)));
    } else if (arguments[2].equals("paths")) {
      streams.addAll(synthetic(items).keySet());
    } else {
      for (int at = 2; at < arguments.length; at++) {
        streams.add(RecordedItems.read(arguments[at], items));
      }
    }
    double[] logs = new double[lengths.length];
    System.out.printf("%-22s %6s %6s %6s %6s", "stream", "replay", "copy", "array", "hash");
    for (int k : lengths) {
      System.out.printf(" | %28s", "k = " + k + ": k-sf, contexts");
    }
    System.out.println();
    for (ItemStream each : streams) {
      new EngineBenchmark(each).run(lengths, logs);
    }
    System.out.printf("%-22s %27s", "k-sf / contexts, mean", "");
    for (double log : logs) {
      System.out.printf(Locale.ROOT, " | %28.2f", Math.exp(log / streams.size()));
    }
    System.out.println();
  }

  /** With the number of paths of the method. */
  private static Map<ItemStream, Integer> synthetic(int items) {
    Random random = new Random(1);
    Map<ItemStream, Integer> streams = new LinkedHashMap<>();
    streams.put(ItemStream.endless("tight loop", items, time -> 7), 8);
    streams.put(ItemStream.endless("alternating", items, time -> 1 + time % 2), 2);
    streams.put(ItemStream.endless("period 5", items, time -> 1 + time % 5 % 3), 3);
    streams.put(ItemStream.markov("Markov 1, 50 ids", items, 1, 50), 50);
    streams.put(ItemStream.markov("Markov 1, 5000 ids", items, 1, 5000), 5000);
    streams.put(ItemStream.markov("Markov 2, 50 ids", items, 2, 50), 50);
    streams.put(ItemStream.markov("Markov 2, 100000 ids", items / 4, 2, 100_000), 100_000);
    streams.put(ItemStream.markov("Markov 3, 50 ids", items / 2, 3, 50), 50);
    streams.put(ItemStream.recursive("recursive", items), 9);
    streams.put(ItemStream.endless("uniform, 4 ids", items / 2, time -> 1 + random.nextInt(4)), 4);
    streams.put(
        ItemStream.endless("uniform, 50 ids", items / 4, time -> 1 + random.nextInt(50)), 50);
    return streams;
  }

  private void run(int[] lengths, double[] logs) {
    System.out.printf(
        Locale.ROOT,
        "%-22s %6.2f %6.2f %6.2f %6.2f",
        stream.name,
        replay(),
        copy(),
        array(),
        hash());
    for (int at = 0; at < lengths.length; at++) {
      double[] nanos = new double[ENGINES.size()];
      long[] bytes = new long[ENGINES.size()];
      Arrays.fill(nanos, Double.MAX_VALUE);
      for (int round = 0; round < ROUNDS; round++) {
        for (int engine = 0; engine < nanos.length; engine++) {
          SequenceCounter counter = ENGINES.get(engine).newCounter(lengths[at]);
          double fed = feed(counter);
          bytes[engine] = counter.bytes();
          if (CONVERT) {
            long before = THREADS.getCurrentThreadCpuTime();
            bytes[engine] = 1024L * PathForestBuilder.build(counter, lengths[at]).size() / 1000;
            fed = (THREADS.getCurrentThreadCpuTime() - before) / 1e6;
          }
          nanos[engine] = Math.min(nanos[engine], fed);
        }
      }
      System.out.print(" |");
      for (int engine = 0; engine < nanos.length; engine++) {
        System.out.printf(Locale.ROOT, " %6.1f %6dK", nanos[engine], bytes[engine] >> 10);
      }
      logs[at] += Math.log(nanos[0] / nanos[1]);
    }
    System.out.println();
  }

  private double feed(SequenceCounter counter) {
    int[] states = new int[ActivationStates.STRIDE * stream.states()];
    int maxId = stream.mostIds();
    return timed(
        new ItemStream.Pieces() {
          @Override
          public void feed(int[] data, int from, int to, int state) {
            counter.feed(data, from, to, maxId, states, ActivationStates.STRIDE * state);
          }

          @Override
          public void word(int firstId, int bits, int count, long paths, int state) {
            if (counter instanceof WordCounter) {
              ((WordCounter) counter)
                  .feedWord(firstId, bits, count, paths, states, ActivationStates.STRIDE * state);
            } else {
              unpack(firstId, bits, count, paths);
              feed(ids, 0, count, state);
            }
          }

          @Override
          public void close(int state) {
            int field = ActivationStates.STRIDE * state;
            states[field + ActivationStates.COUNTDOWN] = 0;
            states[field + ActivationStates.TOP] = 0;
            states[field + ActivationStates.BOTTOM] = 0;
          }
        });
  }

  private double hash() {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      HashPathCounter counter = new HashPathCounter();
      int maxId = stream.mostIds();
      least = Math.min(least, timed(each((data, from, to) -> counter.feed(data, from, to, maxId))));
    }
    return least;
  }

  private double array() {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long[] counts = new long[stream.mostIds() + 1];
      least = Math.min(least, timed(each((data, from, to) -> count(counts, data, from, to))));
    }
    return least;
  }

  private static void count(long[] counts, int[] data, int from, int to) {
    for (int at = from; at < to; at++) {
      counts[Math.abs(data[at])]++;
    }
  }

  /** What all the other figures hold of going through the stream. */
  private double replay() {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least =
          Math.min(
              least,
              timed(
                  new ItemStream.Pieces() {
                    @Override
                    public void feed(int[] data, int from, int to, int state) {
                      ring[0] += data[from];
                    }

                    @Override
                    public void word(int firstId, int bits, int count, long paths, int state) {
                      ring[0] += (int) paths;
                    }

                    @Override
                    public void close(int state) {
                      ring[0] += state;
                    }
                  }));
    }
    return least;
  }

  private double copy() {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, timed(each(this::copy)));
    }
    return least;
  }

  private void copy(int[] data, int from, int to) {
    for (int at = from; at < to; at++) {
      ring[ringEnd] = data[at];
      ringEnd = ringEnd + 1 & ring.length - 1;
    }
  }

  private void unpack(int firstId, int bits, int count, long paths) {
    PackedWord.unpack(paths, bits, count, firstId, ids);
  }

  private interface Piece {
    void accept(int[] data, int from, int to);
  }

  private ItemStream.Pieces each(Piece piece) {
    return new ItemStream.Pieces() {
      @Override
      public void feed(int[] data, int from, int to, int state) {
        piece.accept(data, from, to);
      }

      @Override
      public void word(int firstId, int bits, int count, long paths, int state) {
        unpack(firstId, bits, count, paths);
        piece.accept(ids, 0, count);
      }

      @Override
      public void close(int state) {
        // Nothing is kept of an activation.
      }
    };
  }

  private double timed(ItemStream.Pieces pieces) {
    long before = THREADS.getCurrentThreadCpuTime();
    stream.play(pieces);
    return (double) (THREADS.getCurrentThreadCpuTime() - before) / stream.items();
  }
}

package org.kpathjvm.engine.benchmark;

import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.runtime.layout.PackedWord;

/** The tables of an engine or of a baseline. The pieces of a stream are fed into the tables. */
abstract class FedTables implements ItemStream.Pieces {
  /** The simpler work that engines are compared with. */
  enum Baseline {
    /** The stream is only read. The figures of all tables include this cost. */
    REPLAY,
    /** Ids are copied into a ring. */
    COPY,
    /** Each id has a counter in an array. */
    ARRAY,
    /** Each id has a counter in the hash table of BLPP. */
    HASH;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final int[] ids = new int[Long.SIZE];

  static ItemStream.Pieces of(Baseline baseline, ItemStream stream) {
    switch (baseline) {
      case REPLAY:
        return new Replay();
      case COPY:
        return new Copy();
      case ARRAY:
        return new Array(stream.mostIds());
      default:
        return new Hash(stream.mostIds());
    }
  }

  static ItemStream.Pieces of(SequenceCounter counter, ItemStream stream) {
    return counter instanceof WordCounter ? new Words(counter, stream) : new Paths(counter, stream);
  }

  @Override
  public void word(int firstId, int bits, int count, long paths, int state) {
    PackedWord.unpack(paths, bits, count, firstId, ids);
    feed(ids, 0, count, state);
  }

  @Override
  public void close(int state) {
    // No state is kept for an activation.
  }

  private static final class Replay extends FedTables {
    private int sum;

    @Override
    public void feed(int[] data, int from, int to, int state) {
      sum += data[from];
    }

    @Override
    public void word(int firstId, int bits, int count, long paths, int state) {
      sum += (int) paths;
    }

    @Override
    public void run(int firstId, int bits, int path, int count, int state) {
      sum += count;
    }

    @Override
    public void close(int state) {
      sum += state;
    }
  }

  private static final class Copy extends FedTables {
    private final int[] ring = new int[1 << 14];
    private int end;

    @Override
    public void feed(int[] data, int from, int to, int state) {
      for (int at = from; at < to; at++) {
        put(data[at]);
      }
    }

    @Override
    public void run(int firstId, int bits, int path, int count, int state) {
      put(firstId + path);
      put(count);
    }

    private void put(int id) {
      ring[end] = id;
      end = end + 1 & ring.length - 1;
    }
  }

  private static final class Array extends FedTables {
    private final long[] counts;

    Array(int mostIds) {
      counts = new long[mostIds + 1];
    }

    @Override
    public void feed(int[] data, int from, int to, int state) {
      for (int at = from; at < to; at++) {
        counts[Math.abs(data[at])]++;
      }
    }

    @Override
    public void run(int firstId, int bits, int path, int count, int state) {
      counts[firstId + path] += count;
    }
  }

  private static final class Hash extends FedTables {
    private final HashPathCounter counter = new HashPathCounter();
    private final int mostIds;

    Hash(int mostIds) {
      this.mostIds = mostIds;
    }

    @Override
    public void feed(int[] data, int from, int to, int state) {
      counter.feed(data, from, to, mostIds);
    }

    @Override
    public void run(int firstId, int bits, int path, int count, int state) {
      counter.add(firstId + path, count);
    }
  }

  /** An engine that is fed path by path. */
  private static class Paths extends FedTables {
    private final SequenceCounter counter;
    private final int mostIds;
    final int[] states;

    Paths(SequenceCounter counter, ItemStream stream) {
      this.counter = counter;
      mostIds = stream.mostIds();
      states = new int[ActivationStates.STRIDE * stream.states()];
    }

    @Override
    public void feed(int[] data, int from, int to, int state) {
      counter.feed(data, from, to, mostIds, states, ActivationStates.STRIDE * state);
    }

    @Override
    public void run(int firstId, int bits, int path, int count, int state) {
      counter.feedRun(firstId, bits, path, count, states, ActivationStates.STRIDE * state);
    }

    @Override
    public void close(int state) {
      int field = ActivationStates.STRIDE * state;
      states[field + ActivationStates.COUNTDOWN] = 0;
      states[field + ActivationStates.TOP] = 0;
      states[field + ActivationStates.BOTTOM] = 0;
    }
  }

  /** An engine that takes words as they are. */
  private static final class Words extends Paths {
    private final WordCounter words;

    Words(SequenceCounter counter, ItemStream stream) {
      super(counter, stream);
      words = (WordCounter) counter;
    }

    @Override
    public void word(int firstId, int bits, int count, long paths, int state) {
      words.feedWord(firstId, bits, count, paths, states, ActivationStates.STRIDE * state);
    }
  }
}

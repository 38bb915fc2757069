package org.kpathjvm.engine.benchmark;

import java.util.Arrays;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The items that an engine is fed with, as records in one array. Each record begins with a state
 * and a length:
 *
 * <ul>
 *   <li>A positive length is the number of ids that follow. The last id of an activation is
 *       negated.
 *   <li>The length 0 means that the activation in this state was closed.
 *   <li>The length {@link #RUN} stands for one path that comes many times in a row. The first id,
 *       the number of bits of a path, the path's number, and the number of times follow.
 *   <li>Any other negative length stands for a word, which is a long with packed paths. The length
 *       is the negated number of these paths. The first id, the number of bits of a path, and the
 *       low and the high half of the long follow.
 * </ul>
 */
final class ItemStream {
  /** Takes the place of a length in the record of a run. */
  private static final int RUN = Integer.MIN_VALUE;

  final String name;
  private int[] data = new int[1 << 16];
  private int end;
  private int states;
  private int mostIds;
  private long items;
  private long size;

  ItemStream(String name) {
    this.name = name;
  }

  /** Appends a piece of an activation. */
  void add(int state, int[] ids, int from, int to) {
    int length = to - from;
    if (end + length + 2 > data.length) {
      data = Arrays.copyOf(data, data.length + Math.max(data.length / 2, length + 2));
    }
    data[end++] = state;
    data[end++] = length;
    System.arraycopy(ids, from, data, end, length);
    for (int at = from; at < to; at++) {
      mostIds = Math.max(mostIds, Math.abs(ids[at]));
    }
    end += length;
    items += length;
    size += length;
    states = Math.max(states, state + 1);
  }

  void addWord(int state, int firstId, int bits, int count, long paths) {
    if (end + 6 > data.length) {
      data = Arrays.copyOf(data, data.length + data.length / 2);
    }
    data[end++] = state;
    data[end++] = -count;
    data[end++] = firstId;
    data[end++] = bits;
    data[end++] = (int) paths;
    data[end++] = (int) (paths >>> 32);
    mostIds = Math.max(mostIds, firstId + (1 << bits) - 1);
    items += count;
    size += count;
    states = Math.max(states, state + 1);
  }

  /** Appends a path that comes many times in a row. */
  void addRun(int state, int firstId, int bits, int path, int count) {
    addWord(state, firstId, bits, 0, (long) count << Integer.SIZE | path);
    data[end - 5] = RUN;
    items += count;
    size++;
  }

  /**
   * Returns the same items in words, as activations of a single method with {@code paths} paths
   * would emit them.
   */
  ItemStream inWords(int paths) {
    int bits = PackedWord.bits(paths);
    int capacity = PackedWord.capacity(bits);
    ItemStream packed = new ItemStream(name);
    long[] words = new long[states];
    int[] counts = new int[states];
    play(
        new Pieces() {
          @Override
          public void feed(int[] ids, int from, int to, int state) {
            for (int at = from; at < to; at++) {
              words[state] = words[state] << bits | Math.abs(ids[at]) - 1;
              if (++counts[state] == capacity) {
                flush(state);
              }
            }
          }

          @Override
          public void run(int firstId, int bits, int path, int count, int state) {
            throw new IllegalStateException("packed twice");
          }

          private void flush(int state) {
            if (counts[state] > 0) {
              packed.addWord(state, 1, bits, counts[state], words[state]);
              words[state] = 0;
              counts[state] = 0;
            }
          }

          @Override
          public void word(int firstId, int bits, int count, long paths, int state) {
            throw new IllegalStateException("packed twice");
          }

          @Override
          public void close(int state) {
            flush(state);
            packed.add(state, new int[0], 0, 0);
          }
        });
    return packed;
  }

  /** Takes the pieces of a stream. */
  interface Pieces {
    void feed(int[] data, int from, int to, int state);

    void word(int firstId, int bits, int count, long paths, int state);

    void run(int firstId, int bits, int path, int count, int state);

    void close(int state);
  }

  void play(Pieces pieces) {
    for (int at = 0; at < end; ) {
      int state = data[at];
      int from = at + 2;
      int length = data[at + 1];
      if (length == RUN) {
        pieces.run(data[from], data[from + 1], data[from + 2], data[from + 3], state);
        at = from + 4;
        continue;
      }
      if (length < 0) {
        long paths = (long) data[from + 3] << 32 | Integer.toUnsignedLong(data[from + 2]);
        pieces.word(data[from], data[from + 1], -length, paths, state);
        at = from + 4;
        continue;
      }
      at = from + length;
      if (at > from) {
        pieces.feed(data, from, at, state);
      }
      if (at == from || data[at - 1] < 0) {
        pieces.close(state);
      }
    }
  }

  int mostIds() {
    return mostIds;
  }

  int states() {
    return states;
  }

  long items() {
    return items;
  }

  /** Returns the number of items, where a run counts as one item. */
  long size() {
    return size;
  }
}

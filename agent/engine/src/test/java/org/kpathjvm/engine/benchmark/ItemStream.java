package org.kpathjvm.engine.benchmark;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Items as an engine is fed them: records of a state, a length and so many ids, the last id of an
 * activation negated. A length of 0: the activation in that state was closed. A negative length is
 * that of a word, the negated number of its paths; the first id, the bits of a path and the paths'
 * low and high half are behind it.
 */
final class ItemStream {
  private static final int PIECE = 4096;

  final String name;
  private int[] data = new int[1 << 16];
  private int end;
  private int states;
  private int mostIds;
  private long items;

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
    states = Math.max(states, state + 1);
  }

  /** Appends a word. */
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
    states = Math.max(states, state + 1);
  }

  /** The same in words, as activations of one method with so many paths would come. */
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

  /** What is done with the pieces. */
  interface Pieces {
    void feed(int[] data, int from, int to, int state);

    void word(int firstId, int bits, int count, long paths, int state);

    void close(int state);
  }

  void play(Pieces pieces) {
    for (int at = 0; at < end; ) {
      int state = data[at];
      int from = at + 2;
      int length = data[at + 1];
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

  /** One endless activation: the id at a time. */
  static ItemStream endless(String name, int items, IntUnaryOperator ids) {
    ItemStream stream = new ItemStream(name);
    int[] piece = new int[PIECE];
    for (int at = 0; at < items; at += PIECE) {
      for (int place = 0; place < PIECE; place++) {
        piece[place] = ids.applyAsInt(at + place);
      }
      stream.add(0, piece, 0, PIECE);
    }
    return stream;
  }

  /** Each string of {@code order} ids has a few followers of its own, the first of them mostly. */
  static ItemStream markov(String name, int items, int order, int ids) {
    Random random = new Random(order * 31L + ids);
    int[] last = new int[order];
    return endless(
        name,
        items,
        time -> {
          int seed = Math.min(random.nextInt(4), random.nextInt(4));
          for (int id : last) {
            seed = (seed * 31 + id) * 0x9E3779B1;
            seed ^= seed >>> 15;
          }
          int next = 1 + (int) ((seed * 0x85EBCA6B >>> 1) % (long) ids);
          System.arraycopy(last, 1, last, 0, order - 1);
          last[order - 1] = next;
          return next;
        });
  }

  /** Calls nested up to 40 deep, each activation with a few items between its calls. */
  static ItemStream recursive(String name, int items) {
    ItemStream stream = new ItemStream(name);
    Random random = new Random(4);
    int depth = 0;
    while (stream.items < items) {
      int[] piece = new int[1 + random.nextInt(4)];
      for (int at = 0; at < piece.length; at++) {
        piece[at] = 1 + Math.min(random.nextInt(8), random.nextInt(8));
      }
      boolean calls = depth < 40 && random.nextInt(2) == 0;
      if (!calls) {
        piece[piece.length - 1] = -9;
      }
      stream.add(depth, piece, 0, piece.length);
      depth = calls ? depth + 1 : Math.max(depth - 1, 0);
    }
    return stream;
  }
}

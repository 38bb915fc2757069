package org.kpathjvm.engine.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Made-up streams, from the most predictable to the most random. */
final class SyntheticItems {
  private static final int PIECE = 4096;

  private SyntheticItems() {}

  /**
   * Returns streams, each with the number of paths of its method. Each stream has about {@code
   * items} items, or fewer if nearly all of its sequences are new.
   */
  static Map<ItemStream, Integer> all(int items) {
    Random random = new Random(1);
    Map<ItemStream, Integer> streams = new LinkedHashMap<>();
    streams.put(endless("tight loop", items, time -> 7), 8);
    streams.put(endless("alternating", items, time -> 1 + time % 2), 2);
    streams.put(endless("period 5", items, time -> 1 + time % 5 % 3), 3);
    streams.put(markov(items, 1, 50), 50);
    streams.put(markov(items, 1, 5000), 5000);
    streams.put(markov(items, 2, 50), 50);
    streams.put(markov(items / 4, 2, 100_000), 100_000);
    streams.put(markov(items / 2, 3, 50), 50);
    streams.put(recursive(items), 9);
    streams.put(endless("uniform, 4 ids", items / 2, time -> 1 + random.nextInt(4)), 4);
    streams.put(endless("uniform, 50 ids", items / 4, time -> 1 + random.nextInt(50)), 50);
    return streams;
  }

  /**
   * Returns a stream of one activation that never ends.
   *
   * @param ids maps an item's index, from 0 on, to the item's id
   */
  private static ItemStream endless(String name, int items, IntUnaryOperator ids) {
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

  /**
   * Returns a stream in which each string of {@code order} ids has its own few followers, of
   * different frequencies.
   */
  private static ItemStream markov(int items, int order, int ids) {
    Random random = new Random(order * 31L + ids);
    int[] last = new int[order];
    return endless(
        String.format("Markov %d, %d ids", order, ids),
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

  /**
   * Returns a stream of calls nested up to 40 deep. Each activation has a few items between its
   * calls.
   */
  private static ItemStream recursive(int items) {
    ItemStream stream = new ItemStream("recursive");
    Random random = new Random(4);
    int depth = 0;
    while (stream.items() < items) {
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

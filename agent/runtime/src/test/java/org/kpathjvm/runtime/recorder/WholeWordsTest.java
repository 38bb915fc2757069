package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Checks that each activation is either counted as a whole word or written to the stream. All tests
 * use one segment, so each test has its own range of ids.
 */
class WholeWordsTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int FIRST_ID = 1;
  private static final int IDS = 4096;

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(64, 400, 0);
    Setup.firstWholeId = FIRST_ID;
    Setup.writtenForALook = 32;
    Recorder.provideIds(IDS);
  }

  private static final class Activation {
    private final long packing;
    private final List<Integer> paths;

    Activation(long packing, List<Integer> paths) {
      this.packing = packing;
      this.paths = paths;
    }

    void run() {
      int bits = PackedWord.bitsOf(packing);
      long word = PackedWord.empty(bits);
      for (int path : paths.subList(0, paths.size() - 1)) {
        word = word << bits | path;
      }
      Probes.exit(0, word, packing, paths.get(paths.size() - 1));
    }

    /** Returns the ids of the paths as {@link StreamReader} does: the last id is negative. */
    List<Integer> ids() {
      List<Integer> ids = new ArrayList<>();
      for (int path : paths) {
        ids.add(PackedWord.firstIdOf(packing) + path);
      }
      int last = ids.size() - 1;
      ids.set(last, -ids.get(last));
      return ids;
    }
  }

  /** Returns one of {@code kinds} activations of a method, chosen at random. */
  private static Activation activation(Random random, int firstId, int kinds) {
    Random kind = new Random(random.nextInt(kinds));
    int bits = 1 + firstId % 5;
    List<Integer> paths = new ArrayList<>();
    int count = 2 + kind.nextInt(PackedWord.capacity(bits) - 2);
    for (int at = 0; at < count; at++) {
      paths.add(kind.nextInt(1 << bits));
    }
    return new Activation(PackedWord.packing(bits, firstId), paths);
  }

  /**
   * Returns two maps for the methods in a range of ids: how often each activation was counted, and
   * how often each was written to the stream.
   */
  private static List<Map<List<Integer>, Long>> found(int fromId, int toId) {
    Map<List<Integer>, Long> counted = new HashMap<>();
    for (int place = 0; place < WHOLE_WORDS; place++) {
      long entry = Setup.wholes + (long) place * WHOLE_BYTES;
      long word = U.getLong(entry + WHOLE_WORD_OFFSET);
      long packing = U.getLong(entry + WHOLE_PACKING_OFFSET);
      int first = PackedWord.firstIdOf(packing);
      if (word == 0 || first < fromId || first >= toId) {
        continue;
      }
      int bits = PackedWord.bitsOf(packing);
      int[] ids = new int[PackedWord.count(word, bits)];
      PackedWord.unpack(word, bits, ids.length, first, ids);
      List<Integer> key = new ArrayList<>();
      for (int at = 0; at < ids.length; at++) {
        key.add(at == ids.length - 1 ? -ids[at] : ids[at]);
      }
      long before = counted.getOrDefault(key, -1L);
      assertEquals(-1, before, "a word has two places: " + key);
      counted.put(key, StreamReader.count(FIRST_ID + place));
    }
    Map<List<Integer>, Long> written = new HashMap<>();
    StreamReader reader = new StreamReader();
    reader.drain(true);
    for (List<Integer> ids : reader.activations().values()) {
      int first = Math.abs(ids.get(0));
      if (first >= fromId && first < toId) {
        written.merge(ids, 1L, Long::sum);
      }
    }
    return List.of(counted, written);
  }

  private static Map<List<Integer>, Long> sum(List<Map<List<Integer>, Long>> maps) {
    Map<List<Integer>, Long> sum = new HashMap<>();
    for (Map<List<Integer>, Long> map : maps) {
      map.forEach((key, count) -> sum.merge(key, count, Long::sum));
    }
    sum.values().removeIf(count -> count == 0);
    return sum;
  }

  @Test
  void eachActivationIsCountedOrStreamedOnce() {
    Random random = new Random(1);
    Map<List<Integer>, Long> expected = new HashMap<>();
    for (int times = 0; times < 100_000; times++) {
      // About half of the activations are of five kinds. The others are of so many kinds that
      // hardly any kind occurs twice.
      int kinds = random.nextBoolean() ? 5 : 1 << 20;
      Activation activation = activation(random, 1100 + 101 * random.nextInt(3), kinds);
      expected.merge(activation.ids(), 1L, Long::sum);
      activation.run();
    }
    List<Map<List<Integer>, Long>> found = found(1100, 1400);
    assertEquals(expected, sum(found));
    long counted = found.get(0).values().stream().mapToLong(Long::longValue).sum();
    assertTrue(counted > 40_000, counted + " of 100,000 activations were counted");
  }

  @Test
  void rareWordsGetFewCounters() {
    Random random = new Random(2);
    for (int times = 0; times < 50_000; times++) {
      activation(random, 1500, 1 << 24).run();
    }
    int places = found(1500, 1600).get(0).size();
    assertTrue(places < 50, places + " places");
  }

  @Test
  void severalThreadsCountTheSameWords() throws InterruptedException {
    int each = 20_000;
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      int seed = number;
      threads.add(
          new Thread(
              () -> {
                Random random = new Random(seed);
                for (int times = 0; times < each; times++) {
                  activation(random, 1700, 3).run();
                }
              }));
    }
    Map<List<Integer>, Long> expected = new HashMap<>();
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      for (int times = 0; times < each; times++) {
        expected.merge(activation(random, 1700, 3).ids(), 1L, Long::sum);
      }
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(expected, sum(found(1700, 1800)));
  }

  @Test
  void anActivationThatBeganInTheStreamIsNotCounted() {
    long packing = PackedWord.packing(4, 1900);
    long word = PackedWord.empty(4) << 4 | 3;
    for (int times = 0; times < 500; times++) {
      long activation = Probes.full(0, PackedWord.alike(1, 15, 4), packing);
      Probes.exit(activation, word, packing, 2);
    }
    assertTrue(found(1900, 2000).get(0).isEmpty());
  }
}

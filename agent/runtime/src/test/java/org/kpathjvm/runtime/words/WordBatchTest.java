package org.kpathjvm.runtime.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.PackedWord;

class WordBatchTest {
  private static final int K = 4;
  private static final int BITS = 6;
  private static final long METHOD = PackedWord.packing(BITS, 9);

  private final HeapTable table = new HeapTable();
  private final WordBatch batch = new WordBatch(K, new Credits(K), table);

  @Test
  void shortWordsAreCountedUndivided() {
    Map<Long, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long word = PackedWord.empty(BITS) << BITS | random.nextInt(64);
      long tail = 1L << BITS | random.nextInt(8);
      long times = 1 + random.nextInt(3);
      batch.add(tail, word, METHOD, times);
      expected.merge(tail << 20 | word, times, Long::sum);
    }
    long operations = batch.operations();
    assertEquals(operations, batch.items());
    batch.settle();
    assertEquals(operations, batch.operations());
    Map<Long, Long> counted = new HashMap<>();
    long[] entries = table.entries();
    for (int at = 0; at < entries.length; at += TailTable.STRIDE) {
      if (entries[at] != 0) {
        long key = entries[at + TailTable.TAIL] << 20 | entries[at];
        counted.put(key, entries[at + TailTable.COUNT]);
      }
    }
    assertEquals(expected, counted);
    assertEquals(expected.size(), table.size());
    TailContexts contexts = new TailContexts(table);
    int numbered = 0;
    for (int at = 0; at < entries.length; at += TailTable.STRIDE) {
      numbered += entries[at] != 0 && contexts.isNew(at) ? 1 : 0;
      assertTrue(entries[at] == 0 || contexts.numberAt(at) > 0);
    }
    assertEquals(8, numbered);
    assertEquals(8, contexts.size());
  }

  @Test
  void rareWordsOfAMethodWithFewPathsAreCountedInAnArray() {
    Random random = new Random(1);
    long tail = Tails.NONE;
    int words = 20_000;
    long method = PackedWord.packing(1, 5);
    for (int i = 0; i < words; i++) {
      long word = random.nextLong() | Long.MIN_VALUE;
      batch.add(tail, word, method, 1);
      tail = Tails.after(tail, word, 1, K - 1);
    }
    assertEquals(63L * words, batch.items());
    assertTrue(table.size() < 6000, () -> "" + table.size());
    batch.settle();
    assertEquals(63L * words, batch.items());
  }

  @Test
  void withoutMemorySettlingFails() {
    table.doublings = 0;
    for (int i = 0; i < 1000; i++) {
      batch.add(Tails.NONE, PackedWord.empty(1) << 20 | i, PackedWord.packing(1, 5), 1);
    }
    assertThrows(OutOfMemoryError.class, batch::settle);
  }
}

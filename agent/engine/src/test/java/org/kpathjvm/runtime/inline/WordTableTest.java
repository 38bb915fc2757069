package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Counts n-grams by brute force, and compares them with the n-grams in the rows that {@link
 * WordRows} makes from tables of words.
 */
class WordTableTest {
  @BeforeTry
  void memory() {
    InlineSetup.tableBytes = Long.MAX_VALUE;
  }

  /** An activation of a method, with the local variables of the probes. */
  private static final class Running {
    final int bits;
    final int firstId;
    final long packing;
    final List<Integer> sequence = new ArrayList<>();
    long activation;
    long word;

    /**
     * Begins an activation.
     *
     * @param bits the number of bits of a path; 0 if the method isn't packed
     */
    Running(int bits, int firstId) {
      this.bits = bits;
      this.firstId = firstId;
      packing = PackedWord.packing(bits, firstId);
      word = bits == 0 ? 0 : PackedWord.empty(bits);
    }

    /** Completes a path as the probes do. */
    void complete(WordTable table, int path) {
      sequence.add(firstId + path);
      if (bits == 0) {
        activation = table.goOn(activation, WordTable.ONE_PATH, firstId + path);
        return;
      }
      word = word << bits | path;
      if (word < 0) {
        activation = table.goOn(activation, word, packing);
        word = PackedWord.empty(bits);
      }
    }

    /**
     * Adds {@code times} full words that repeat one path. The activation's current word must be
     * empty.
     */
    void repeat(WordTable table, int path, int times) {
      long full = PackedWord.fullOfTrips(PackedWord.trips(path, path, bits), bits);
      activation = table.repeat(activation, full, packing, times);
      sequence.addAll(Collections.nCopies(times * PackedWord.capacity(bits), firstId + path));
    }

    /** Ends the activation by an exception, or by an exit whose path is already in the word. */
    void end(WordTable table) {
      if (bits > 0 && word != PackedWord.empty(bits)) {
        table.end(activation, word, packing);
      }
    }
  }

  @Property(tries = 60)
  void countsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 64) int k,
      @ForAll @IntRange(min = 0, max = 21) int bits,
      @ForAll @IntRange(min = 1, max = 8) int skew,
      @ForAll long seed) {
    Random random = new Random(seed);
    GramCounts expected = new GramCounts(k);
    long items = 0;
    List<Tables> tables = List.of(new WordTable(k), new WordTable(k));
    for (Tables table : tables) {
      List<Running> running = new ArrayList<>();
      for (int item = random.nextInt(1000); item > 0; item--) {
        if (running.size() < 5 || random.nextInt(200) == 0) {
          int own = random.nextBoolean() ? bits : random.nextInt(22);
          running.add(new Running(own, 1 + (own << 22)));
        }
        Running one = running.get(running.size() - 1 - random.nextInt(5) % running.size());
        int paths = one.bits == 0 ? 50 : 1 << one.bits;
        one.complete((WordTable) table, (int) (paths * Math.pow(random.nextDouble(), skew)));
        items++;
      }
      for (Running one : running) {
        one.end((WordTable) table);
        expected.add(one.sequence);
      }
    }
    assertEquals(expected.counts(), grams(tables, k));
    Totals totals = new Totals();
    tables.forEach(table -> table.addTo(totals));
    assertEquals(items, totals.byName().get("items"));
  }

  @Property(tries = 60)
  void repeatedWordsOfOnePathAreAllCounted(
      @ForAll @IntRange(min = 2, max = 64) int k,
      @ForAll @IntRange(min = 1, max = 21) int bits,
      @ForAll long seed) {
    Random random = new Random(seed);
    WordTable table = new WordTable(k);
    GramCounts expected = new GramCounts(k);
    for (int activation = 0; activation < 5; activation++) {
      Running one = new Running(bits, 1);
      for (int part = 0; part < 4; part++) {
        for (int paths = PackedWord.capacity(bits) * random.nextInt(4); paths > 0; paths--) {
          one.complete(table, random.nextInt(1 << bits));
        }
        one.repeat(table, random.nextInt(2), 1 + random.nextInt(6));
      }
      one.end(table);
      expected.add(one.sequence);
    }
    assertEquals(expected.counts(), grams(List.of(table), k));
  }

  @Example
  void aLoopOfOnePathTakesFewEntriesHoweverOftenItsWordComes() {
    WordTable table = new WordTable(8);
    Running loop = new Running(10, 1);
    loop.repeat(table, 3, 1_000_000);
    assertEquals(3, table.size());
    assertEquals(2, table.contexts.size());
    assertEquals(1_000_000, operations(table));
  }

  @Example
  void aRepeatedSequenceTakesOneOperationPerWord() {
    WordTable table = new WordTable(8);
    for (int activation = 0; activation < 1000; activation++) {
      Running loop = new Running(3, 1);
      for (int i = 0; i < 8 * 21; i++) {
        loop.complete(table, i % 7);
      }
      loop.end(table);
    }
    assertEquals(8, operations(table) / 1000);
    table.batch.settle();
    assertEquals(2, table.tails.size());
    assertEquals(1, contexts(table));
  }

  @Example
  void wordsOfRandomPathsAreDividedIntoPieces() {
    WordTable table = new WordTable(4);
    Random random = new Random(1);
    Running loop = new Running(1, 1);
    for (int i = 0; i < 6_300_000; i++) {
      loop.complete(table, random.nextInt(2));
    }
    loop.end(table);
    table.batch.settle();
    assertTrue(table.tails.size() < 9000, () -> "" + table.tails.size());
    assertEquals(8, contexts(table));
    assertEquals(
        loop.sequence.size(), grams(List.of(table), 1).values().stream().mapToLong(n -> n).sum());
  }

  /**
   * The paths are random. If a path has few bits, a word has many paths, so words rarely occur
   * twice. There are then so many new words that the table divides words into pieces ({@code
   * Credits}). In some tries, the method has few enough paths to be counted in an array.
   */
  @Property(tries = 12)
  void longRandomSequencesAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 9) int bits,
      @ForAll long seed) {
    Random random = new Random(seed);
    WordTable table = new WordTable(k);
    GramCounts expected = new GramCounts(k);
    for (int activation = 0; activation < 2; activation++) {
      Running one = new Running(bits, 1);
      for (int words = 0; words < 1400; words++) {
        for (int left = PackedWord.capacity(bits); left > 0; left--) {
          one.complete(table, random.nextInt(2));
        }
      }
      for (int left = random.nextInt(60); left > 0; left--) {
        one.complete(table, random.nextInt(1 << bits));
      }
      one.end(table);
      expected.add(one.sequence);
    }
    Totals before = new Totals();
    table.addTo(before);
    assertEquals(expected.counts(), grams(List.of(table), k));
    Totals totals = new Totals();
    table.addTo(totals);
    assertEquals(before.byName().get("items"), totals.byName().get("items"));
  }

  @Example
  void lonePathsHaveRowsToo() {
    WordTable table = new WordTable(4);
    table.lone.add(700);
    table.lone.add(700);
    assertEquals(Map.of(List.of(700), 2L), grams(List.of(table), 4));
  }

  @Example
  void aRepeatedSequenceOfWidePathsTakesOneOperationPerWord() {
    WordTable table = new WordTable(8);
    for (int activation = 0; activation < 1000; activation++) {
      Running loop = new Running(12, 1);
      for (int i = 0; i < 8 * 5; i++) {
        loop.complete(table, 100 * (i % 5));
      }
      loop.end(table);
    }
    assertEquals(8, operations(table) / 1000);
    assertEquals(3, table.size());
    assertEquals(2, table.contexts.size());
    assertEquals(0, table.tails.size());
  }

  /** Returns the number of contexts in the table's rows. */
  private static long contexts(WordTable table) {
    WordRows rows = new WordRows(List.of(table));
    long origins = 0;
    for (long[] piece = rows.next(); piece != null; piece = rows.next()) {
      for (int at = 0; at < piece.length; at += 4) {
        origins += piece[at + 2] & 1;
      }
    }
    return origins;
  }

  private static long operations(WordTable table) {
    Totals totals = new Totals();
    table.addTo(totals);
    return totals.byName().get("hash_operations");
  }

  /** Decodes the tables' rows. Returns the counts of the n-grams of up to k paths. */
  private static Map<List<Integer>, Long> grams(List<Tables> tables, int k) {
    Map<List<Integer>, Long> grams = new HashMap<>();
    List<List<Integer>> contexts = new ArrayList<>();
    contexts.add(List.of());
    WordRows all = new WordRows(tables);
    for (long[] rows = all.next(); rows != null; rows = all.next()) {
      for (int at = 0; at < rows.length && rows[at] != 0; at += 4) {
        List<Integer> paths =
            new ArrayList<>(contexts.get((int) (rows[at] >>> WordTable.CONTEXT_SHIFT)));
        int before = paths.size();
        int bits = WordTable.bitsOf(rows[at]);
        int count = WordTable.pathCount(rows[at], rows[at + 1]);
        assertTrue(count > 0);
        for (int left = count - 1; left >= 0; left--) {
          long mask = (1L << bits) - 1;
          paths.add((int) rows[at] + (int) (rows[at + 1] >>> left * bits & mask));
        }
        for (int end = before + 1; end <= paths.size() && rows[at + 2] > 1; end++) {
          for (int n = 1; n <= Math.min(k, end); n++) {
            grams.merge(List.copyOf(paths.subList(end - n, end)), rows[at + 2] >> 1, Long::sum);
          }
        }
        if ((rows[at + 2] & 1) == 1) {
          contexts.add(List.copyOf(paths.subList(Math.max(0, paths.size() - 64), paths.size())));
        }
      }
    }
    return grams;
  }
}

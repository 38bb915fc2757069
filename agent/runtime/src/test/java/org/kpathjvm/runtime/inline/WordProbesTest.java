package org.kpathjvm.runtime.inline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Tests methods whose paths are packed into words, together with methods whose paths aren't packed.
 * About every third activation belongs to a packed method, and keeps its word and its trips in
 * {@link #LOCALS}. The other activations have only the value that the probes return.
 */
class WordProbesTest extends InlineProbesTests {
  private static final int K = 6;
  private static final int BITS = 12;
  private static final long PACKING = PackedWord.packing(BITS, 1);

  /** The value of an activation whose locals are in {@link #LOCALS}. */
  private static final long PACKED = -1;

  /**
   * The locals of the current thread's packed activation. They are the activation's value, the
   * word, the paths of the current loop's trips, and the number of these trips.
   */
  private static final ThreadLocal<long[]> LOCALS = new ThreadLocal<>();

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    InlineSetup.k = K;
    setUpThreads();
    InlineSetup.tables = new WordTable();
  }

  @Override
  void path(int id) {
    WordProbes.path(id);
  }

  @Override
  long emit(long activation, int id, boolean last) {
    if (activation == PACKED || activation == 0 && !last && id % 3 == 0 && id != 7) {
      return emitPacked(activation == 0, id, last);
    }
    if (last) {
      WordProbes.exit(activation, id);
      return 0;
    }
    return WordProbes.emit(activation, id);
  }

  private static long emitPacked(boolean first, int id, boolean last) {
    if (first) {
      LOCALS.set(new long[] {0, PackedWord.empty(BITS), 0, 0});
    }
    long[] locals = LOCALS.get();
    if (last && id % 2 == 0) {
      leaveLoop(locals);
      WordProbes.exit(locals[0], locals[1], PACKING, id - 1);
      return 0;
    }
    if (id % 4 == 1) {
      countTrip(locals, PackedWord.trips(id - 1, id - 1, BITS));
    } else {
      leaveLoop(locals);
      long word = locals[1] << BITS | id - 1;
      locals[0] = WordProbes.flush(locals[0], word, PACKING);
      locals[1] = WordProbes.rest(word, PACKING);
    }
    if (last) {
      WordProbes.close(locals[0], locals[1], PACKING, locals[2], (int) locals[3]);
    }
    return PACKED;
  }

  /** Counts a trip of a loop. The id of a trip's path is 1 modulo 4. */
  private static void countTrip(long[] locals, long trips) {
    if (locals[2] != trips) {
      leaveLoop(locals);
      locals[2] = trips;
    }
    locals[3]++;
  }

  private static void leaveLoop(long[] locals) {
    int count = (int) locals[3];
    long word = locals[1];
    locals[0] = WordProbes.run(locals[0], word, PACKING, locals[2], count);
    locals[1] = WordProbes.rest(word, PACKING, locals[2], count);
    locals[3] = 0;
  }

  @Override
  int k() {
    return K;
  }

  @Override
  Map<List<Integer>, Long> counts(Rows rows) {
    Map<List<Integer>, Long> grams = new HashMap<>();
    List<List<Integer>> contexts = new ArrayList<>(List.of(List.of()));
    for (long[] piece = rows.next(); piece != null; piece = rows.next()) {
      for (int at = 0; at < piece.length && piece[at] != 0; at += 4) {
        int context = (int) (piece[at] >>> WordTable.CONTEXT_SHIFT);
        List<Integer> paths = new ArrayList<>(contexts.get(context));
        int before = paths.size();
        int bits = WordTable.bitsOf(piece[at]);
        for (int left = WordTable.pathCount(piece[at], piece[at + 1]) - 1; left >= 0; left--) {
          int number = (int) (piece[at + 1] >>> left * bits & (1L << bits) - 1);
          paths.add((int) piece[at] + number);
        }
        for (int end = before + 1; end <= paths.size() && piece[at + 2] > 1; end++) {
          for (int n = 1; n <= Math.min(K, end); n++) {
            grams.merge(List.copyOf(paths.subList(end - n, end)), piece[at + 2] >> 1, Long::sum);
          }
        }
        if ((piece[at + 2] & 1) == 1) {
          contexts.add(paths);
        }
      }
    }
    return grams;
  }

  /**
   * Returns the number of words, because each word takes one operation. For packed activations,
   * {@link #wordsOf} returns this number. Any other activation has one word for each path, or none
   * if it has only one path.
   */
  @Override
  long hashOperations(List<List<Integer>> sequences) {
    long words = 0;
    for (List<Integer> sequence : sequences) {
      int paths = sequence.size();
      boolean packed = paths > 1 && sequence.get(0) % 3 == 0;
      words += packed ? wordsOf(sequence) : paths > 1 ? paths : 0;
    }
    return words;
  }

  /**
   * Returns the number of words of a packed activation. A word has at most k-1 = 5 paths, so it is
   * never divided into pieces. Two kinds of words may have fewer paths: the activation's last word,
   * and a word that ends with the first of several trips, because not all of them fit.
   */
  private static long wordsOf(List<Integer> sequence) {
    long words = 0;
    int inWord = 0;
    for (int at = 0; at < sequence.size(); ) {
      int trips = 0;
      int id = sequence.get(at);
      while (at + trips < sequence.size() && sequence.get(at + trips) == id && id % 4 == 1) {
        trips++;
      }
      if (trips == 0) {
        inWord++;
        at++;
        if (inWord == 5) {
          words++;
          inWord = 0;
        }
      } else if (inWord + trips < 5) {
        inWord += trips;
      } else {
        words += 1 + (trips - 1) / 5;
        inWord = (trips - 1) % 5;
      }
      at += trips;
    }
    return words + (inWord > 0 ? 1 : 0);
  }
}

package org.kpathjvm.runtime.inline;

import java.util.List;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * How often words of packed paths came in which context: the last k-1 paths of the same activation
 * before them ({@link Contexts}). All n-grams that end in a word's paths follow from these two,
 * however the activation's sequence was divided into words.
 *
 * <p>An entry is four longs, in open addressing with linear probing:
 *
 * <pre>
 *  0 key       63..37 context, 36..32 bits of a path (0: the word is a single path whose id is the
 *              first id), 31..0 the method's first id; 0: empty
 *  1 word      {@link PackedWord}; {@link #ONE_PATH} where there are no bits
 *  2 count
 *  3 next      the context behind the word, where a key has it; 0: not known yet
 * </pre>
 *
 * <p>An activation's value is its context, where a key has it; 0 before the first word.
 *
 * <p>Long words are no use where the paths are random, since hardly any comes twice. So each method
 * has a credit, which words that come again raise: when it is used up, a new word is divided into
 * pieces of about k-1 paths, of which there are no more than the paper's forest has nodes.
 *
 * <p>Not thread-safe. A StackOverflowError finds either all of a word counted or nothing of it.
 */
final class WordTable implements Tables {
  static final int STRIDE = 4;
  static final int WORD = 1;
  static final int COUNT = 2;
  static final int NEXT = 3;

  /** Where a key has its context. */
  static final int CONTEXT_SHIFT = 37;

  /** The word of a method without packing. */
  static final long ONE_PATH = 1;

  private static final int FIRST_ENTRIES = 256;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xBF58476D1CE4E5B9L;

  /** Bits of paths that a piece may always have: no more than 256 of each context. */
  private static final int PIECE_BITS = 8;

  /** Credits are found by the first id: methods may share one. */
  private static final int CREDITS = 256;

  /** So many new words are free; then n of them take n * n / 128 that came again. */
  private static final int CREDIT_SHIFT = 7;

  private static final int K = InlineSetup.k;

  private final int k;
  private long[] entries = new long[STRIDE * FIRST_ENTRIES];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FIRST_ENTRIES);
  private int size;
  final Contexts contexts;

  /** Activations' only paths. */
  final CounterPages lone = new CounterPages();

  /** Where the pieces of a word are. */
  private final int[] places = new int[Long.SIZE];

  private final long[] again = new long[CREDITS];
  private final long[] added = new long[CREDITS];

  WordTable() {
    this(K);
  }

  WordTable(int k) {
    this.k = k;
    contexts = new Contexts(k - 1);
  }

  /**
   * A word of an activation that goes on.
   *
   * @return the activation's new value; 0 when there is no memory for it
   */
  long goOn(long activation, long word, long packing) {
    long key = activation | packing;
    int at = place(entries, shift, key, word);
    long next = entries[at + NEXT];
    if (next == 0) {
      return addNew(activation, word, packing, true);
    }
    again[(int) packing & CREDITS - 1]++;
    entries[at + COUNT]++;
    return next;
  }

  /** An activation's last word. */
  void end(long activation, long word, long packing) {
    long key = activation | packing;
    int at = place(entries, shift, key, word);
    if (entries[at] == 0) {
      addNew(activation, word, packing, false);
      return;
    }
    again[(int) packing & CREDITS - 1]++;
    entries[at + COUNT]++;
  }

  /** Where an entry is, or the empty place where it would be. */
  private static int place(long[] table, int shift, long key, long word) {
    long hash = key * MULTIPLIER + word;
    int at = (int) ((hash ^ hash >>> 32) * MIXER >>> shift) * STRIDE;
    while (table[at] != 0 && (table[at] != key || table[at + WORD] != word)) {
      at = at + STRIDE & table.length - 1;
    }
    return at;
  }

  /** A word that hasn't come yet, or not on the way to another one. */
  private long addNew(long activation, long word, long packing, boolean goesOn) {
    int bits = PackedWord.bitsOf(packing);
    int most = bits == 0 ? 1 : Math.max(k - 1, PIECE_BITS / bits);
    long key = activation | packing;
    boolean whole =
        pathCount(packing, word) <= most || entries[place(entries, shift, key, word)] != 0;
    if (!whole && !hasCredit(packing)) {
      return divide(activation, word, packing, most, goesOn);
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    if (!whole) {
      added[(int) packing & CREDITS - 1]++;
    }
    return add(activation, word, packing, goesOn);
  }

  private boolean hasCredit(long packing) {
    int method = (int) packing & CREDITS - 1;
    return (added[method] >> CREDIT_SHIFT) * added[method] <= again[method];
  }

  /** A word in pieces: all are found before the first is counted, and that calls nothing. */
  private long divide(long activation, long word, long packing, int most, boolean goesOn) {
    long state = activation;
    int pieces = 0;
    for (int left = pathCount(packing, word); left > 0; ) {
      int taken = Math.min(most, left);
      left -= taken;
      int at = place(entries, shift, state | packing, piece(word, packing, taken, left));
      state = entries[at + NEXT];
      if (entries[at] == 0 || state == 0 && (left > 0 || goesOn)) {
        return addPieces(activation, word, packing, most, goesOn);
      }
      places[pieces++] = at;
    }
    for (int i = 0; i < pieces; i++) {
      entries[places[i] + COUNT]++;
    }
    return state;
  }

  /** The same where one of them is new. */
  private long addPieces(long activation, long word, long packing, int most, boolean goesOn) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    long state = activation;
    for (int left = pathCount(packing, word); left > 0; ) {
      int taken = Math.min(most, left);
      left -= taken;
      state = add(state, piece(word, packing, taken, left), packing, left > 0 || goesOn);
    }
    return state;
  }

  /** So many of a word's paths, with so many left behind them. */
  private static long piece(long word, long packing, int taken, int left) {
    int bits = PackedWord.bitsOf(packing);
    long mask = (1L << taken * bits) - 1;
    return PackedWord.empty(bits) << taken * bits | word >>> left * bits & mask;
  }

  private long add(long activation, long word, long packing, boolean goesOn) {
    long key = activation | packing;
    long next = 0;
    if (goesOn) {
      next = entries[place(entries, shift, key, word) + NEXT];
      if (next == 0) {
        int context = contexts.after(key, word);
        if (context == Contexts.NONE) {
          return 0;
        }
        next = (long) context << CONTEXT_SHIFT;
      }
    }
    if (2L * STRIDE * (size + 1) > entries.length && !grow()) {
      return 0;
    }
    int at = place(entries, shift, key, word);
    if (entries[at] == 0) {
      entries[at] = key;
      entries[at + WORD] = word;
      size++;
    }
    if (goesOn) {
      entries[at + NEXT] = next;
    }
    entries[at + COUNT]++;
    return next;
  }

  private boolean grow() {
    long[] table = entries;
    long[] larger = TableMemory.twice(table.length);
    if (larger == null) {
      return false;
    }
    for (int from = 0; from < table.length; from += STRIDE) {
      if (table[from] != 0) {
        int to = place(larger, shift - 1, table[from], table[from + WORD]);
        System.arraycopy(table, from, larger, to, STRIDE);
      }
    }
    entries = larger;
    shift--;
    return true;
  }

  /** The paths in an entry's word. */
  static int pathCount(long key, long word) {
    int bits = bitsOf(key);
    return bits == 0 ? 1 : PackedWord.count(word, bits);
  }

  /** The bits of a path in an entry's word; 0: it is a single one. */
  static int bitsOf(long key) {
    return PackedWord.bitsOf(key) & PackedWord.MOST_BITS;
  }

  long[] entries() {
    return entries;
  }

  /** How often a word came in its context. */
  long count(long key, long word) {
    return entries[place(entries, shift, key, word) + COUNT];
  }

  /** Entries of the table. */
  int size() {
    return size;
  }

  @Override
  public Tables fresh() {
    return new WordTable();
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new WordRows(ofAllThreads);
  }

  @Override
  public void addTo(Totals totals) {
    long[] table = entries;
    long items = 0;
    long operations = 0;
    for (int at = 0; at < table.length; at += STRIDE) {
      if (table[at] != 0) {
        items += table[at + COUNT] * pathCount(table[at], table[at + WORD]);
        operations += table[at + COUNT];
      }
    }
    lone.addTo(totals);
    totals.add(Totals.ITEMS, items);
    totals.add("hash_operations", operations);
    totals.add("word_entries", size);
    totals.add("word_contexts", contexts.size());
    totals.add(Totals.BYTES, 8L * (table.length + 2 * CREDITS) + contexts.bytes());
  }
}

package org.kpathjvm.runtime.inline;

import java.util.List;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.words.Credits;
import org.kpathjvm.runtime.words.TailTable;
import org.kpathjvm.runtime.words.Tails;
import org.kpathjvm.runtime.words.WordBatch;

/**
 * Counts how often each word of packed paths occurred in each context. A word's context is the
 * activation's last k-1 paths before the word. A word and its context determine all n-grams that
 * end in a path of the word. So it doesn't matter how a sequence was divided into words ({@link
 * Credits}).
 *
 * <p>If k-1 of a method's paths fit into a long, each context of the method is a long with the
 * context's paths. Such a long is called a tail ({@link Tails}), and the method's words are counted
 * by a {@link WordBatch}. All other methods' contexts have {@linkplain Contexts numbers}, and these
 * methods' words are counted in this class's table.
 *
 * <p>The table has linear probing. An entry is four longs:
 *
 * <pre>
 * 0 key       63..37 context, 36..32 number of bits of a path (0: the word is a single path whose
 *             id is the first id), 31..0 the method's first id; a key of 0: empty entry
 * 1 word      {@link PackedWord}; {@link #ONE_PATH} if the word is a single path
 * 2 count
 * 3 next      the context after the word, in the same bits as in a key; 0: not known yet
 * </pre>
 *
 * <p>An activation's value is the activation's tail if the method has tails. Otherwise the value is
 * the number of the activation's context, in the same bits as in a key. The value is 0 before the
 * first word.
 *
 * <p>Not thread-safe. After a StackOverflowError, a word has been counted completely or not at all.
 */
final class WordTable implements Tables {
  static final int STRIDE = 4;
  static final int WORD = 1;
  static final int COUNT = 2;
  static final int NEXT = 3;

  /** The index of the lowest bit of the context in a key. */
  static final int CONTEXT_SHIFT = 37;

  /** The word that stands for any path of a method whose paths aren't packed. */
  static final long ONE_PATH = 1;

  private static final int FIRST_ENTRIES = 256;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xBF58476D1CE4E5B9L;

  private static final int K = InlineSetup.k;

  /** The length of the longest n-gram. */
  final int k;

  private long[] entries = new long[STRIDE * FIRST_ENTRIES];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FIRST_ENTRIES);
  private int size;
  final Contexts contexts;

  /** The counts of completions that are counted without a context ({@link LoneCounts}). */
  final LoneCounts lone = new LoneCounts();

  /** For each piece of a word, the index of the piece's entry. Used in {@link #divide}. */
  private final int[] places = new int[Long.SIZE];

  private final Credits credits;

  /** The words of methods whose contexts are tails. */
  final WordBatch batch;

  /** The table in which the batch counts. */
  final TailTable tails = new HeapTailTable();

  private final int widestTail;

  WordTable() {
    this(K);
  }

  WordTable(int k) {
    this.k = k;
    contexts = new Contexts(k - 1);
    credits = new Credits(k);
    batch = new WordBatch(k, credits, tails);
    widestTail = Tails.widest(k);
  }

  /**
   * Adds a word of an activation that goes on.
   *
   * @return the activation's new value; 0 if there is no memory for the word
   */
  long goOn(long activation, long word, long packing) {
    int bits = PackedWord.bitsOf(packing);
    if (hasTails(bits)) {
      long tail = activation == 0 ? Tails.NONE : activation;
      batch.add(tail, word, packing, 1);
      return Tails.after(tail, word, bits, (k - 1) * bits);
    }
    long key = activation | packing;
    int at = place(entries, shift, key, word);
    long next = entries[at + NEXT];
    if (next == 0) {
      return addNew(activation, word, packing, true);
    }
    credits.found(packing, 1);
    entries[at + COUNT]++;
    return next;
  }

  /**
   * Adds a full word that occurs {@code times} times (at least 1) in succession.
   *
   * @return the activation's new value; 0 if there is no memory for the word
   */
  long repeat(long activation, long word, long packing, int times) {
    long state = activation;
    int bits = PackedWord.bitsOf(packing);
    if (hasTails(bits)) {
      // A full word has at least k-1 paths, so all words but the first have the same context.
      state = goOn(activation, word, packing);
      if (times > 1) {
        batch.add(state, word, packing, times - 1);
      }
      return state;
    }
    for (int left = times; left > 0; ) {
      long next = goOn(state, word, packing);
      left--;
      if (next == 0) {
        return 0;
      }
      if (next == state) {
        // The context doesn't change any more.
        return left == 0 ? state : addAgain(state, word, packing, left);
      }
      state = next;
    }
    return state;
  }

  /**
   * Adds {@code times} to the count of the word's entry, without dividing the word into pieces. The
   * counts of n-grams are right even if the table also has the word's pieces.
   */
  private long addAgain(long activation, long word, long packing, int times) {
    long next = add(activation, word, packing, true);
    if (next != 0) {
      entries[place(entries, shift, activation | packing, word) + COUNT] += times - 1;
    }
    return next;
  }

  /** Adds an activation's last word. */
  void end(long activation, long word, long packing) {
    if (hasTails(PackedWord.bitsOf(packing))) {
      batch.add(activation == 0 ? Tails.NONE : activation, word, packing, 1);
      return;
    }
    long key = activation | packing;
    int at = place(entries, shift, key, word);
    if (entries[at] == 0) {
      addNew(activation, word, packing, false);
      return;
    }
    credits.found(packing, 1);
    entries[at + COUNT]++;
  }

  /**
   * Returns whether a method's contexts are tails.
   *
   * @param bits the number of bits of a path
   */
  private boolean hasTails(int bits) {
    return bits != 0 && bits <= widestTail;
  }

  /** Returns the index of an entry, or of the empty place where the entry belongs. */
  private static int place(long[] table, int shift, long key, long word) {
    long hash = key * MULTIPLIER + word;
    int at = (int) ((hash ^ hash >>> 32) * MIXER >>> shift) * STRIDE;
    while (table[at] != 0 && (table[at] != key || table[at + WORD] != word)) {
      at = at + STRIDE & table.length - 1;
    }
    return at;
  }

  /**
   * Adds a word in a context. The table doesn't have the word in this context, or has it only as an
   * activation's last word.
   */
  private long addNew(long activation, long word, long packing, boolean goesOn) {
    long key = activation | packing;
    boolean whole =
        !credits.isLong(word, PackedWord.bitsOf(packing))
            || entries[place(entries, shift, key, word)] != 0;
    if (!whole && !credits.has(packing)) {
      return divide(activation, word, packing, goesOn);
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    if (!whole) {
      credits.added(packing, 1);
    }
    return add(activation, word, packing, goesOn);
  }

  /**
   * Adds a word in pieces. All pieces are found before the first is counted. Counting makes no
   * call, so the stack can't overflow between two pieces.
   */
  private long divide(long activation, long word, long packing, boolean goesOn) {
    int bits = PackedWord.bitsOf(packing);
    long state = activation;
    int pieces = 0;
    for (int left = Tails.used(word, bits); left > 0; ) {
      int taken = credits.next(bits, left);
      left -= taken;
      long piece = Credits.piece(word, bits, taken, left);
      int at = place(entries, shift, state | packing, piece);
      state = entries[at + NEXT];
      if (entries[at] == 0 || state == 0 && (left > 0 || goesOn)) {
        return addPieces(activation, word, packing, goesOn);
      }
      places[pieces++] = at;
    }
    for (int i = 0; i < pieces; i++) {
      entries[places[i] + COUNT]++;
    }
    return state;
  }

  /**
   * Adds a word in pieces. At least one piece isn't in the table yet, or is in the table without
   * the context after the piece.
   */
  private long addPieces(long activation, long word, long packing, boolean goesOn) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    int bits = PackedWord.bitsOf(packing);
    long state = activation;
    for (int left = Tails.used(word, bits); left > 0; ) {
      int taken = credits.next(bits, left);
      left -= taken;
      long piece = Credits.piece(word, bits, taken, left);
      state = add(state, piece, packing, left > 0 || goesOn);
    }
    return state;
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

  /** Returns the number of paths in an entry's word. */
  static int pathCount(long key, long word) {
    int bits = bitsOf(key);
    return bits == 0 ? 1 : PackedWord.count(word, bits);
  }

  /** Returns the number of bits of a path in an entry's word; 0 if the word is a single path. */
  static int bitsOf(long key) {
    return PackedWord.bitsOf(key) & PackedWord.MOST_BITS;
  }

  long[] entries() {
    return entries;
  }

  /** Returns how often a word occurred in its context. */
  long count(long key, long word) {
    return entries[place(entries, shift, key, word) + COUNT];
  }

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
    totals.add(Totals.ITEMS, items + batch.items());
    totals.add("hash_operations", operations + batch.operations());
    totals.add("word_entries", size + tails.size());
    totals.add("word_contexts", contexts.size());
    totals.add(Totals.BYTES, 8L * table.length + Credits.BYTES + contexts.bytes() + batch.bytes());
  }

  /** A table in the program's heap, within the memory limit of the tables. */
  static final class HeapTailTable extends TailTable {
    @Override
    protected long[] larger(int length) {
      return TableMemory.twice(length);
    }
  }
}

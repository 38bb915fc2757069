package org.kpathjvm.engine.sharing;

import org.kpathjvm.engine.counting.PathRun;

/**
 * A batch of records for the thread that counts them. All activations of a batch belong to one
 * {@link CountedPart}. A record has a control word, the index of an activation's state, and further
 * ints, which depend on the record's kind:
 *
 * <pre>
 * PATHS   the number of ids, then the ids; the last id may be negated
 * WORD    first id, bits, count, low and high half of the paths
 * RUN     first id, bits, path, count
 * NONE    nothing
 * WHOLES  instead of the state: first id, bits, count, low and high half of the paths, low and
 *         high half of the number of activations with exactly these paths
 * </pre>
 *
 * <p>The control word contains the kind, and flags for an activation that begins or ends with the
 * record.
 */
final class RecordBatch {
  static final int KIND = 7;
  static final int PATHS = 0;
  static final int WORD = 1;
  static final int RUN = 2;
  static final int NONE = 3;
  static final int WHOLES = 4;
  static final int BEGINS = 8;
  static final int ENDS = 16;

  static final int WORD_INTS = 7;
  static final int RUN_INTS = 6;
  static final int NONE_INTS = 2;
  static final int WHOLES_INTS = 8;

  /** The number of ints before the ids in a record of the kind PATHS. */
  static final int PATHS_INTS = 3;

  /**
   * The number of ints in a batch. A batch takes 64 KiB: little enough for a core's cache, and so
   * much that passing batches between threads takes little time.
   */
  private static final int LENGTH = 1 << 14;

  static final int MOST_PATHS = 1 << 12;

  final int[] words = new int[LENGTH];
  private CountedPart part;
  private int end;

  /** Empties the batch and assigns it to a part. */
  void begin(CountedPart ofPart) {
    part = ofPart;
    end = 0;
  }

  /** Returns the part to which the batch is assigned; null if there is none. */
  CountedPart part() {
    return part;
  }

  int end() {
    return end;
  }

  boolean hasRoom(int ints) {
    return end + ints <= LENGTH;
  }

  /** Adds a record that ends an activation without another path. */
  void addEnd(int state) {
    words[end++] = NONE | ENDS;
    words[end++] = state;
  }

  /**
   * Adds a record with the paths of a packed word.
   *
   * @param flags BEGINS, ENDS, their sum, or 0
   */
  void addWord(int flags, int state, int firstId, int bits, int count, long paths) {
    int at = end;
    words[at] = WORD | flags;
    words[at + 1] = state;
    words[at + 2] = firstId;
    words[at + 3] = bits;
    words[at + 4] = count;
    words[at + 5] = (int) paths;
    words[at + 6] = (int) (paths >>> Integer.SIZE);
    end = at + WORD_INTS;
  }

  void addWholes(int firstId, int bits, int count, long paths, long times) {
    int at = end;
    words[at] = WHOLES;
    words[at + 1] = firstId;
    words[at + 2] = bits;
    words[at + 3] = count;
    words[at + 4] = (int) paths;
    words[at + 5] = (int) (paths >>> Integer.SIZE);
    words[at + 6] = (int) times;
    words[at + 7] = (int) (times >>> Integer.SIZE);
    end = at + WHOLES_INTS;
  }

  void addRun(int flags, int state, PathRun run) {
    int at = end;
    words[at] = RUN | flags;
    words[at + 1] = state;
    words[at + 2] = run.firstId();
    words[at + 3] = run.bits();
    words[at + 4] = run.path();
    words[at + 5] = run.count();
    end = at + RUN_INTS;
  }

  /** Adds a record with {@code count} paths, at most {@link #MOST_PATHS}. */
  void addPaths(int flags, int state, int[] ids, int from, int count) {
    int at = end;
    words[at] = PATHS | flags;
    words[at + 1] = state;
    words[at + 2] = count;
    System.arraycopy(ids, from, words, at + PATHS_INTS, count);
    end = at + PATHS_INTS + count;
  }
}

package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The words of whole activations that have counters of their own. Such an activation adds one to a
 * counter and writes nothing to the stream, so the engine has nothing to do for it.
 *
 * <p>The words are in a table of the segment that all threads share. A word gets a place there when
 * it was seen twice among the few activations that are looked at, and keeps its place to the end of
 * the recording. So what a counter counts never changes, and a kill loses nothing.
 */
final class WholeWords {
  private WholeWords() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TABLE = Setup.wholes;
  private static final int FIRST_ID = Setup.firstWholeId;

  /** Whether whole words have counters. */
  static final boolean COUNTED = FIRST_ID != 0;

  /** The word and method that were looked at last, by place. Threads may overwrite each other. */
  private static final long[] SEEN = new long[COUNTED ? WHOLE_WORDS : 0];

  /** Returns the id of a whole word's counter; 0 if it has none. */
  static int id(long word, long packing) {
    int place = PackedWord.place(word, packing);
    if (isAt(place, word, packing)) {
      return FIRST_ID + place;
    }
    int other = place ^ 1;
    return isAt(other, word, packing) ? FIRST_ID + other : 0;
  }

  private static boolean isAt(int place, long word, long packing) {
    long entry = entry(place);
    return U.getLong(entry + WHOLE_WORD_OFFSET) == word
        && U.getLong(entry + WHOLE_PACKING_OFFSET) == packing;
  }

  private static long entry(int place) {
    return TABLE + ((long) place << WHOLE_SHIFT);
  }

  /**
   * Looks at a whole word without a counter, which is about to be written to the stream. Gives it a
   * counter for the next times if it was also the last one that was looked at for its place, and
   * the place or the one beside it is free.
   */
  @DontInline
  static void lookAt(long word, long packing) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    int place = PackedWord.place(word, packing);
    if (!isFree(place) && !isFree(place ^ 1)) {
      return;
    }
    long both = word ^ Long.rotateLeft(packing, Integer.SIZE);
    if (SEEN[place] != both) {
      SEEN[place] = both;
      return;
    }
    try {
      SpinLock.lock();
      int free = isFree(place) ? place : place ^ 1;
      if (isFree(free) && id(word, packing) == 0) {
        U.putLong(entry(free) + WHOLE_PACKING_OFFSET, packing);
        U.putLongRelease(null, entry(free) + WHOLE_WORD_OFFSET, word);
      }
    } finally {
      SpinLock.unlock();
    }
  }

  private static boolean isFree(int place) {
    return U.getLong(entry(place) + WHOLE_WORD_OFFSET) == 0;
  }
}

package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The whole words that have counters. A whole word is a {@link PackedWord} with all paths of an
 * activation. If the word has a counter, the activation's end only adds one to that counter, and
 * nothing is written to the stream.
 *
 * <p>The segment has a table of the words with counters, which all threads share. Of the whole
 * words that are written to the stream, only a few are looked at. A word gets a place in the table
 * when it is looked at twice, if no other word with the same place was looked at in between. The
 * word keeps the place until the recording ends, so a counter always counts the same word.
 */
final class WholeWords {
  private WholeWords() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TABLE = Setup.wholes;
  private static final int FIRST_ID = Setup.firstWholeId;

  static final boolean COUNTED = FIRST_ID != 0;

  /**
   * For each place, the last word that was looked at for this place, combined with that word's
   * packing. Threads may overwrite each other's values.
   */
  private static final long[] SEEN = new long[COUNTED ? WHOLE_WORDS : 0];

  /** Returns the id of a whole word's counter; 0 if the word has none. */
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
   * Looks at a whole word that has no counter and is about to be written to the stream. The word
   * gets a counter if two conditions hold: the previous word that was looked at for its place was
   * the same word, and this place or its neighbour is free.
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

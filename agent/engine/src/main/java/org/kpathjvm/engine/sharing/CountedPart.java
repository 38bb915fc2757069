package org.kpathjvm.engine.sharing;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;

/**
 * A part of a profile ({@code StreamProfile}): a counter of sequences, and the positions ({@link
 * ActivationStates}) of the activations that it counts. At first a profile has one part. If several
 * threads share the counting, the profile has a part for each thread, and every activation is in
 * one part. A part is used by one thread at a time.
 */
public final class CountedPart {
  private static final int FEWEST_STATES = 16;

  private SequenceCounter counter;
  private CountingMemory memory = CountingMemory.UNBOUNDED;

  /**
   * The states of the profile's activations; null except in the first part. While there is only one
   * part, they have the activations' positions.
   */
  private final ActivationStates ofProfile;

  private final LongSupplier otherBytes;

  /**
   * The part's own states, with the same indexes as the profile's states; null while this is the
   * profile's only part.
   */
  private int[] own;

  /**
   * Creates the only part of a profile.
   *
   * @param otherBytes returns the number of bytes that the profile takes in addition to the counter
   */
  public CountedPart(SequenceCounter counter, ActivationStates states, LongSupplier otherBytes) {
    this.counter = counter;
    this.ofProfile = states;
    this.otherBytes = otherBytes;
  }

  /** Creates another part. It doesn't have any activations yet. */
  public CountedPart(SequenceCounter counter) {
    this(counter, null, () -> 0);
    own = new int[FEWEST_STATES * STRIDE];
  }

  public SequenceCounter counter() {
    return counter;
  }

  /** Sets the object that decides whether the tables may grow. */
  public void setMemory(CountingMemory tableMemory) {
    memory = tableMemory;
    counter.setMemory(tableMemory);
  }

  /** Replaces the counter by {@code empty}, and forgets the positions of all activations. */
  public void reset(SequenceCounter empty) {
    counter = empty;
    counter.setMemory(memory);
    clearStates();
  }

  /**
   * Counts the last paths of all activations, and forgets the activations' positions. After this,
   * the caller must clear the profile's states.
   */
  public void endActivations() {
    counter.countAll(states());
    clearStates();
  }

  private void clearStates() {
    if (own != null) {
      Arrays.fill(own, 0);
    }
  }

  /** Adds this part's counts to another counter. The part can be used as before. */
  public void addTo(SequenceCounter sum) {
    counter.countAll(states());
    sum.addAll(counter);
  }

  /**
   * Gives the part its own states, which have the activations' positions from now on. The field TOP
   * of the profile's states gets another meaning ({@link SharedProfile}). For an activation that
   * has a position, TOP becomes 1, because that activation is in the first part. Otherwise, TOP
   * becomes 0.
   */
  void separate() {
    int[] fields = ofProfile.fields();
    own = fields.clone();
    for (int state = 0; state < fields.length; state += STRIDE) {
      fields[state + TOP] = fields[state + TOP] == 0 ? 0 : 1;
    }
  }

  /** Counts {@code times} equal activations. The given paths are all paths of each activation. */
  public void feedWholes(int firstId, int bits, int count, long paths, long times) {
    ((WordCounter) counter).feedWholes(firstId, bits, count, paths, times, states());
  }

  private int[] states() {
    return own == null ? ofProfile.fields() : own;
  }

  /** Gives up rare sequences, and frees their memory. */
  public void fold() {
    counter.fold(states());
    counter.trim();
  }

  /**
   * Returns the number of bytes in the tables. For the first part, the number includes the bytes
   * that the profile takes in addition to the counters.
   */
  public long bytes() {
    return counter.bytes() + (own == null ? 0 : 4L * own.length) + otherBytes.getAsLong();
  }

  /** Counts the records of a batch. */
  void count(RecordBatch batch) {
    int[] words = batch.words;
    int end = batch.end();
    int at = 0;
    while (at < end) {
      int control = words[at];
      int state = words[at + 1];
      if ((control & RecordBatch.BEGINS) != 0) {
        begin(state);
      }
      switch (control & RecordBatch.KIND) {
        case RecordBatch.WORD -> {
          long low = Integer.toUnsignedLong(words[at + 5]);
          long paths = (long) words[at + 6] << Integer.SIZE | low;
          ((WordCounter) counter)
              .feedWord(words[at + 2], words[at + 3], words[at + 4], paths, own, state);
          at += RecordBatch.WORD_INTS;
        }
        case RecordBatch.RUN -> {
          counter.feedRun(words[at + 2], words[at + 3], words[at + 4], words[at + 5], own, state);
          at += RecordBatch.RUN_INTS;
        }
        case RecordBatch.WHOLES -> {
          long low = Integer.toUnsignedLong(words[at + 4]);
          long paths = (long) words[at + 5] << Integer.SIZE | low;
          long times = (long) words[at + 7] << Integer.SIZE | Integer.toUnsignedLong(words[at + 6]);
          feedWholes(words[at + 1], words[at + 2], words[at + 3], paths, times);
          at += RecordBatch.WHOLES_INTS;
        }
        case RecordBatch.PATHS -> {
          int from = at + RecordBatch.PATHS_INTS;
          int to = from + words[at + 2];
          counter.feed(words, from, to, Integer.MAX_VALUE, own, state);
          at = to;
        }
        default -> at += RecordBatch.NONE_INTS;
      }
      if ((control & RecordBatch.ENDS) != 0) {
        clear(state);
      }
    }
  }

  private void begin(int state) {
    if (state >= own.length) {
      own = Arrays.copyOf(own, Math.max(Math.multiplyExact(own.length, 2), state + STRIDE));
    }
    clear(state);
  }

  private void clear(int state) {
    own[state + COUNTDOWN] = 0;
    own[state + TOP] = 0;
    own[state + BOTTOM] = 0;
  }
}

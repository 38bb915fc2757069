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
 * ActivationStates}) of the part's activations. A profile has one part at first. If several threads
 * share the counting, the profile has one part for each thread. Every activation belongs to one
 * part. One thread at a time uses a part.
 */
public final class CountedPart {
  private static final int FEWEST_STATES = 16;

  private SequenceCounter counter;
  private CountingMemory memory = CountingMemory.UNBOUNDED;

  /**
   * The states of the profile's activations; null except in the first part. While there is only one
   * part, these states have the activations' positions.
   */
  private final ActivationStates ofProfile;

  private final LongSupplier otherBytes;

  /**
   * The part's own states, at the same indices as the profile's; null while this is the only part.
   */
  private int[] own;

  /**
   * Creates the only part of a profile.
   *
   * @param otherBytes returns the number of bytes in the profile's tables other than its counter
   */
  public CountedPart(SequenceCounter counter, ActivationStates states, LongSupplier otherBytes) {
    this.counter = counter;
    this.ofProfile = states;
    this.otherBytes = otherBytes;
  }

  /** Creates another part, without activations. */
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

  /** Replaces the counter by {@code empty}, and forgets the positions in the part's own states. */
  public void reset(SequenceCounter empty) {
    counter = empty;
    counter.setMemory(memory);
    clearStates();
  }

  /**
   * Counts the last paths of all activations, and forgets the positions in the part's own states.
   * Then the caller must clear the profile's states.
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

  /** Adds this part's counts to another counter. The part stays usable. */
  public void addTo(SequenceCounter sum) {
    counter.countAll(states());
    sum.addAll(counter);
  }

  /**
   * Gives the part its own states, which have the activations' positions from now on. In the
   * profile's states, TOP is now the number of a part ({@link SharedProfile}): 1, for the first
   * part, if the activation has a position; otherwise 0.
   */
  void separate() {
    int[] fields = ofProfile.fields();
    own = fields.clone();
    for (int state = 0; state < fields.length; state += STRIDE) {
      fields[state + TOP] = fields[state + TOP] == 0 ? 0 : 1;
    }
  }

  /** Counts {@code times} activations, each of which has exactly the given paths. */
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
   * Returns the number of bytes in the tables. For the first part, this includes the profile's
   * tables other than its counters.
   */
  public long bytes() {
    return counter.bytes() + (own == null ? 0 : 4L * own.length) + otherBytes.getAsLong();
  }

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

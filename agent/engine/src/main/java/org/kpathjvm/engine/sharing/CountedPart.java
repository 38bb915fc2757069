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
 * A counter of sequences, and where the activations that it counts stand. A profile has one part.
 * Once several threads share its counting, it has a part for each thread, and every activation is
 * in one of them. A part is used by one thread at a time.
 */
public final class CountedPart {
  private static final int FEWEST_STATES = 16;

  private SequenceCounter counter;
  private CountingMemory memory = CountingMemory.UNBOUNDED;

  /**
   * The states of the profile, in which the activations of its only part stand; null for further
   * parts.
   */
  private final ActivationStates ofProfile;

  private final LongSupplier otherBytes;

  /**
   * The part's own states, with the same indexes as the profile's; null while it is the profile's
   * only part.
   */
  private int[] own;

  /**
   * Creates the only part of a profile.
   *
   * @param otherBytes returns the bytes that the profile takes besides the counter
   */
  public CountedPart(SequenceCounter counter, ActivationStates states, LongSupplier otherBytes) {
    this.counter = counter;
    this.ofProfile = states;
    this.otherBytes = otherBytes;
  }

  /** Creates a further part, in which no activation stands. */
  public CountedPart(SequenceCounter counter) {
    this(counter, null, () -> 0);
    own = new int[FEWEST_STATES * STRIDE];
  }

  public SequenceCounter counter() {
    return counter;
  }

  /** Sets who is asked before the tables grow. */
  public void setMemory(CountingMemory tableMemory) {
    memory = tableMemory;
    counter.setMemory(tableMemory);
  }

  /** Counts in {@code empty} from now on. No activation stands in it. */
  public void reset(SequenceCounter empty) {
    counter = empty;
    counter.setMemory(memory);
    clearStates();
  }

  /** Ends all activations. The caller clears the profile's own states afterwards. */
  public void endActivations() {
    counter.countAll(states());
    clearStates();
  }

  private void clearStates() {
    if (own != null) {
      Arrays.fill(own, 0);
    }
  }

  /** Adds what this part has counted to another counter. The part goes on as before. */
  public void addTo(SequenceCounter sum) {
    counter.countAll(states());
    sum.addAll(counter);
  }

  /**
   * Gives the part states of its own. From now on the profile's TOP is 1 for the activations that
   * stand somewhere, and 0 for the others.
   */
  void separate() {
    int[] fields = ofProfile.fields();
    own = fields.clone();
    for (int state = 0; state < fields.length; state += STRIDE) {
      fields[state + TOP] = fields[state + TOP] == 0 ? 0 : 1;
    }
  }

  /** Counts the paths of {@code times} activations which have these paths and no others. */
  public void feedWholes(int firstId, int bits, int count, long paths, long times) {
    ((WordCounter) counter).feedWholes(firstId, bits, count, paths, times, states());
  }

  private int[] states() {
    return own == null ? ofProfile.fields() : own;
  }

  /** Gives up rare sequences, and their memory. */
  public void fold() {
    counter.fold(states());
    counter.trim();
  }

  /**
   * Returns the bytes of the tables. The first part includes what its profile takes besides the
   * counters.
   */
  public long bytes() {
    return counter.bytes() + (own == null ? 0 : 4L * own.length) + otherBytes.getAsLong();
  }

  /** Counts what is in a batch. */
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

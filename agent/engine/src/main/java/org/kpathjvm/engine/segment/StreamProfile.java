package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.engine.hash.HashPathCounter;

/**
 * What is built of a thread's stream, or of the streams of all carriers together: the counter of
 * sequences and, when asked for, BLPP, or nothing; and the activations under way. Used by one
 * thread at a time.
 */
public class StreamProfile {
  /** Where the streams of a segment's leases are consumed into. */
  public interface Source {
    /** The profile of a lease; called by its drain. Carriers of virtual threads share one. */
    StreamProfile of(SegmentReader segment, int drain, int lease, boolean carrier);
  }

  private final SequenceCounter sequences;
  private final HashPathCounter counter;
  private final boolean shared;
  private final int owner;
  private final List<ActivationCursor> cursors = new ArrayList<>();
  final ActivationTable activations = new ActivationTable();
  final ActivationStates states = new ActivationStates();

  /**
   * {@code shared}: activations may move between the streams that feed this profile; {@code owner}:
   * a lease, or one of {@link ProfileSet}'s constants.
   */
  protected StreamProfile(ProfileOptions options, boolean shared, int owner) {
    this.shared = shared;
    this.owner = owner;
    sequences = options.k() <= 1 ? null : options.newSequenceCounter();
    counter = options.k() == 1 || options.alsoBlpp() ? new HashPathCounter() : null;
  }

  /** Number from 1 on of a stream that feeds this profile. */
  int addCursor(ActivationCursor cursor) {
    cursors.add(cursor);
    return cursors.size();
  }

  ActivationCursor cursor(int number) {
    return cursors.get(number - 1);
  }

  /** A lease, {@link ProfileSet#CARRIERS} or {@link ProfileSet#SHARED}. */
  public int owner() {
    return owner;
  }

  boolean shared() {
    return shared;
  }

  /** Processes the paths of one activation up to its last one or to the first word that is none. */
  protected int feed(int[] words, int from, int to, int maxId, int state) {
    if (sequences == null && counter == null) {
      return pathsEnd(words, from, to, maxId);
    }
    int end = from;
    if (sequences != null) {
      end = sequences.feed(words, from, to, maxId, states.fields(), state);
    }
    if (counter != null) {
      end = counter.feed(words, from, to, maxId);
    }
    return end;
  }

  /**
   * Processes the paths of a record as the next ones of one activation; whether they are its last
   * is no matter here. All their ids are known to be ids.
   */
  protected void feed(PackedPaths packed, int maxId, int state) {
    if (!(sequences instanceof WordCounter)) {
      if (sequences != null || counter != null) {
        feed(packed.ids(), 0, packed.count(), maxId, state);
      }
      return;
    }
    ((WordCounter) sequences)
        .feedWord(
            packed.firstId(),
            packed.bits(),
            packed.count(),
            packed.paths(),
            states.fields(),
            state);
    if (counter != null) {
      counter.feed(packed.ids(), 0, packed.count(), maxId);
    }
  }

  /** Processes the paths of a record as the next ones of one activation; their id is known. */
  protected void feed(PathRun run, int state) {
    if (sequences != null) {
      sequences.feedRun(run.firstId(), run.bits(), run.path(), run.count(), states.fields(), state);
    }
    if (counter != null) {
      counter.add((int) run.id(), run.count());
    }
  }

  /** Where the paths that a feed would process end. */
  private static int pathsEnd(int[] words, int from, int to, int maxId) {
    for (int at = from; at < to; at++) {
      int word = words[at];
      if (Integer.compareUnsigned(word - 1, maxId) >= 0) {
        boolean isLast = Integer.compareUnsigned(-word - 1, maxId) < 0;
        return isLast ? at + 1 : at;
      }
    }
    return to;
  }

  /** What is kept of each activation: {@link ActivationStates#fields()}. */
  protected final int[] stateFields() {
    return states.fields();
  }

  /** Gives up what is cold of the sequences, and its memory. */
  void fold() {
    sequences.fold(states.fields());
    sequences.trim();
  }

  /** What counts the n-grams; null for k = 1 and when nothing is counted. */
  public SequenceCounter sequences() {
    return sequences;
  }

  /** The BLPP counts; null when they are not wanted. */
  public HashPathCounter counter() {
    return counter;
  }

  /** Activations that began and have not ended. */
  public int liveActivations() {
    return states.live();
  }

  /** Bytes of all tables. */
  public long bytes() {
    return (sequences == null ? 0 : sequences.bytes())
        + (counter == null ? 0 : counter.bytes())
        + activations.bytes()
        + states.bytes();
  }
}

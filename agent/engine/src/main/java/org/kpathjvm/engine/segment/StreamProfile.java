package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.sharing.CountedPart;
import org.kpathjvm.engine.sharing.SharedCounting;
import org.kpathjvm.engine.sharing.SharedProfile;

/**
 * What is built of a thread's stream, or of the streams of all carriers together: the counter of
 * sequences, or BLPP for k = 1, or nothing; and the activations under way. Used by one thread at a
 * time.
 */
public class StreamProfile {
  /** Where the streams of a segment's leases are consumed into. */
  public interface Source {
    /** The profile of a lease; called by its drain. Carriers of virtual threads share one. */
    StreamProfile of(SegmentReader segment, int drain, int lease, boolean carrier);

    /**
     * Memory for each part of the profiles of a drain whose counting is to be shared by so many
     * threads, that of the first parts being theirs until now; empty when it isn't worth while, or
     * not possible.
     */
    default List<DrainMemory> divideMemory(int drain, int threads) {
      return List.of();
    }

    /** Whether there is memory for what was counted of a method in several parts. */
    default boolean hasAmpleMemory() {
      return false;
    }
  }

  private final ProfileOptions options;
  private final boolean gathersWholes;
  private SequenceCounter sequences;

  /** Of which {@link #sequences} is the counter; null when there is none. */
  private final CountedPart whole;

  /** Null as long as one thread counts. */
  private SharedProfile parts;

  private HashPathCounter counter;
  private final boolean shared;
  private final int owner;
  private final List<ActivationCursor> cursors = new ArrayList<>();

  /** Of a copy: activations that were live then. */
  private int copiedLive;

  final ActivationTable activations = new ActivationTable();
  final ActivationStates states = new ActivationStates();

  /**
   * {@code shared}: activations may move between the streams that feed this profile; {@code owner}:
   * a lease, or one of {@link ProfileSet}'s constants.
   */
  protected StreamProfile(ProfileOptions options, boolean shared, int owner) {
    this.options = options;
    gathersWholes = getClass() == StreamProfile.class && options.gathersWholes();
    this.shared = shared;
    this.owner = owner;
    sequences = options.k() <= 1 ? null : options.newSequenceCounter();
    counter = options.k() == 1 ? new HashPathCounter() : null;
    whole = sequences == null ? null : new CountedPart(sequences, states, this::otherBytes);
  }

  /** Whether several threads count its sequences. */
  boolean isShared() {
    return parts != null;
  }

  /**
   * From now on several threads count its sequences, at the sum of which nothing changes by that.
   *
   * @param memories of the parts, that of the first of which is known to it
   */
  void share(SharedCounting counting, List<DrainMemory> memories) {
    parts = new SharedProfile(counting, whole, options::newSequenceCounter);
    for (int part = 1; part < memories.size(); part++) {
      memories.get(part).add(parts.parts().get(part));
    }
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
    if (parts != null) {
      int end = pathsEnd(words, from, to, maxId);
      if (end > from) {
        parts.feed(words, from, end, states.fields(), state);
      }
      return end;
    }
    if (sequences != null) {
      return sequences.feed(words, from, to, maxId, states.fields(), state);
    }
    return counter == null
        ? pathsEnd(words, from, to, maxId)
        : counter.feed(words, from, to, maxId);
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
    if (parts == null) {
      ((WordCounter) sequences)
          .feedWord(
              packed.firstId(),
              packed.bits(),
              packed.count(),
              packed.paths(),
              states.fields(),
              state);
    } else {
      parts.feedWord(
          packed.firstId(),
          packed.bits(),
          packed.count(),
          packed.paths(),
          packed.isLast() || packed.isClosed(),
          states.fields(),
          state);
    }
  }

  /** Whether whole activations may be gathered and {@linkplain #feedWholes counted} later. */
  boolean gathersWholes() {
    return gathersWholes;
  }

  /** Processes a record that is an activation of its own, so many times. */
  void feedWholes(PackedPaths packed, long times) {
    if (parts != null) {
      parts.feedWholes(packed.firstId(), packed.bits(), packed.count(), packed.paths(), times);
    } else {
      whole.feedWholes(packed.firstId(), packed.bits(), packed.count(), packed.paths(), times);
    }
  }

  /** Processes the paths of a record as the next ones of one activation; their id is known. */
  protected void feed(PathRun run, int state) {
    if (parts != null) {
      parts.feedRun(run, states.fields(), state);
    } else if (sequences != null) {
      sequences.feedRun(run.firstId(), run.bits(), run.path(), run.count(), states.fields(), state);
    } else if (counter != null) {
      counter.add((int) run.id(), run.count());
    }
  }

  /** Forgets what was counted, and all activations under way. What counts is at rest. */
  void reset() {
    clearActivations();
    parts().forEach(part -> part.reset(options.newSequenceCounter()));
    sequences = whole == null ? null : whole.counter();
    counter = counter == null ? null : new HashPathCounter();
  }

  /** No activation under way goes on. What counts is at rest. */
  void endActivations() {
    parts().forEach(CountedPart::endActivations);
    clearActivations();
  }

  private void clearActivations() {
    states.clear();
    activations.clear();
    cursors.forEach(ActivationCursor::forget);
  }

  /**
   * What was counted until now, without an activation under way; this goes on as before. What
   * counts is at rest.
   *
   * @param memory of the copy
   */
  public StreamProfile copy(CountingMemory memory) {
    StreamProfile copy = new StreamProfile(options, shared, owner);
    copy.copiedLive = liveActivations();
    if (copy.sequences != null) {
      copy.sequences.setMemory(memory);
      parts().forEach(part -> part.addTo(copy.sequences));
    }
    if (copy.counter != null) {
      copy.counter.addAll(counter);
    }
    return copy;
  }

  /** Where the paths that a feed would process end. */
  static int pathsEnd(int[] words, int from, int to, int maxId) {
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

  /** An activation is over. */
  void release(int state) {
    if (parts != null) {
      parts.end(states.fields(), state);
    }
    states.release(state);
  }

  /** What counts the n-grams as long as one thread does; null for k = 1, or without a profile. */
  protected final SequenceCounter sequences() {
    return sequences;
  }

  /** What counts the n-grams: none for k = 1 and when nothing is counted. */
  List<CountedPart> parts() {
    if (parts != null) {
      return parts.parts();
    }
    return whole == null ? List.of() : List.of(whole);
  }

  /** What counts the n-grams, which are the sum of them: none, one, or one for each thread. */
  public List<SequenceCounter> counters() {
    return parts().stream().map(CountedPart::counter).toList();
  }

  /** The BLPP counts; null unless k = 1. */
  public HashPathCounter counter() {
    return counter;
  }

  /** Activations that began and have not ended. */
  public int liveActivations() {
    return copiedLive + states.live();
  }

  /** Bytes of all tables. */
  public long bytes() {
    return whole == null ? otherBytes() : parts().stream().mapToLong(CountedPart::bytes).sum();
  }

  private long otherBytes() {
    return (counter == null ? 0 : counter.bytes()) + activations.bytes() + states.bytes();
  }
}

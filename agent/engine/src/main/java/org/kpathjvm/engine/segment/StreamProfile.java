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
 * The counts of one or several threads' streams, and the states of the live activations. A profile
 * has a counter of sequences, or for k = 1 a counter of paths (BLPP), or no counter. One thread at
 * a time uses a profile.
 */
public class StreamProfile {
  /** Finds the profiles in which the streams of a segment's leases are counted. */
  public interface Source {
    /**
     * Returns the profile of a lease. The lease's drain calls this. All carriers of virtual threads
     * share one profile.
     */
    StreamProfile of(SegmentReader segment, int drain, int lease, boolean carrier);

    /**
     * Divides a drain's memory among the threads that will share the drain's counting. The first
     * element is the memory that the drain's profiles have used so far. The list is empty if
     * sharing isn't worthwhile or possible.
     */
    default List<DrainMemory> divideMemory(int drain, int threads) {
      return List.of();
    }

    /**
     * Returns whether the memory is enough for counting a method's sequences in several parts
     * ({@link CountedPart}).
     */
    default boolean hasAmpleMemory() {
      return false;
    }
  }

  private final ProfileOptions options;
  private final boolean gathersWholes;
  private SequenceCounter sequences;

  /** The part whose counter is {@link #sequences}; null if sequences aren't counted. */
  private final CountedPart whole;

  /** The parts that several threads count; null while one thread counts. */
  private SharedProfile parts;

  private HashPathCounter counter;
  private final boolean shared;
  private final int owner;
  private final List<ActivationCursor> cursors = new ArrayList<>();

  /** The number of activations that were live when this copy was made; 0 if this is no copy. */
  private int copiedLive;

  final ActivationTable activations = new ActivationTable();
  final ActivationStates states = new ActivationStates();

  /**
   * Creates an empty profile.
   *
   * @param shared whether activations may move between the streams that are counted in this profile
   * @param owner a lease, or one of {@link ProfileSet}'s constants
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

  /** Returns whether several threads count the profile's sequences. */
  boolean isShared() {
    return parts != null;
  }

  /**
   * Makes several threads count the profile's sequences from now on. The results, which are sums
   * over the threads, don't change.
   *
   * @param memories the memories of the parts; the first part already uses the first memory
   */
  void share(SharedCounting counting, List<DrainMemory> memories) {
    parts = new SharedProfile(counting, whole, options::newSequenceCounter);
    for (int part = 1; part < memories.size(); part++) {
      memories.get(part).add(parts.parts().get(part));
    }
  }

  /**
   * Adds the cursor of a stream that is counted in this profile. Returns the cursor's number, at
   * least 1.
   */
  int addCursor(ActivationCursor cursor) {
    cursors.add(cursor);
    return cursors.size();
  }

  ActivationCursor cursor(int number) {
    return cursors.get(number - 1);
  }

  /** Returns the owner: a lease, {@link ProfileSet#CARRIERS} or {@link ProfileSet#SHARED}. */
  public int owner() {
    return owner;
  }

  boolean shared() {
    return shared;
  }

  /**
   * Processes paths of one activation, beginning at index {@code from}. Stops before {@code to},
   * after the activation's last path, or before a word that isn't a path, whichever comes first.
   * Returns the index after the processed paths.
   */
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
   * Processes the paths of a record as the next, and perhaps last, paths of an activation. The ids
   * must be valid.
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

  /**
   * Returns whether whole activations may be gathered and {@linkplain #feedWholes counted} later.
   */
  boolean gathersWholes() {
    return gathersWholes;
  }

  void feedWholes(PackedPaths packed, long times) {
    if (parts != null) {
      parts.feedWholes(packed.firstId(), packed.bits(), packed.count(), packed.paths(), times);
    } else {
      whole.feedWholes(packed.firstId(), packed.bits(), packed.count(), packed.paths(), times);
    }
  }

  /**
   * Processes the completions of a path run as the next paths of one activation. The path's id must
   * be valid.
   */
  protected void feed(PathRun run, int state) {
    if (parts != null) {
      parts.feedRun(run, states.fields(), state);
    } else if (sequences != null) {
      sequences.feedRun(run.firstId(), run.bits(), run.path(), run.count(), states.fields(), state);
    } else if (counter != null) {
      counter.add((int) run.id(), run.count());
    }
  }

  /** Drops all counts and all live activations. The counting threads must be at rest. */
  void reset() {
    clearActivations();
    parts().forEach(part -> part.reset(options.newSequenceCounter()));
    sequences = whole == null ? null : whole.counter();
    counter = counter == null ? null : new HashPathCounter();
  }

  /** Ends all live activations. The counting threads must be at rest. */
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
   * Returns a copy of the present counts. Of the live activations, only the number is copied. This
   * profile isn't changed. The counting threads must be at rest.
   *
   * @param memory decides whether the copy's tables may grow
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

  /** Returns the index after the last path that {@code feed} would process. */
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

  /** Returns {@link ActivationStates#fields()} of the activations' states. */
  protected final int[] stateFields() {
    return states.fields();
  }

  void release(int state) {
    if (parts != null) {
      parts.end(states.fields(), state);
    }
    states.release(state);
  }

  /** Returns the counter of n-grams for a single thread; null if k = 1 or nothing is counted. */
  protected final SequenceCounter sequences() {
    return sequences;
  }

  /** Returns the parts that count n-grams; none if k = 1 or nothing is counted. */
  List<CountedPart> parts() {
    if (parts != null) {
      return parts.parts();
    }
    return whole == null ? List.of() : List.of(whole);
  }

  /**
   * Returns the counters of n-grams: none, one, or one for each thread. The profile's counts are
   * the sums over these counters.
   */
  public List<SequenceCounter> counters() {
    return parts().stream().map(CountedPart::counter).toList();
  }

  /** Returns the BLPP counts; null unless k = 1. */
  public HashPathCounter counter() {
    return counter;
  }

  /** Returns the number of activations that have begun and not ended. */
  public int liveActivations() {
    return copiedLive + states.live();
  }

  /** Returns the number of bytes in all tables. */
  public long bytes() {
    return whole == null ? otherBytes() : parts().stream().mapToLong(CountedPart::bytes).sum();
  }

  private long otherBytes() {
    return (counter == null ? 0 : counter.bytes()) + activations.bytes() + states.bytes();
  }
}

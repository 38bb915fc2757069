package org.kpathjvm.engine.segment;

/**
 * The numbers of records and paths that come from streams, or from the counters of whole words.
 * Only one thread writes these numbers.
 */
public final class StreamCounts {
  long events;
  long begun;
  long resumed;
  long ended;
  long closed;

  /** Adds {@code times} equal activations. Each has {@code paths} paths, all in one record. */
  void whole(int paths, boolean endsWithPath, int times) {
    events += (long) times * paths;
    begun += times;
    if (endsWithPath) {
      ended += times;
    } else {
      closed += times;
    }
  }

  /** Adds {@code times} equal activations. Each has {@code paths} paths and ends with a path. */
  void wholes(int paths, long times) {
    events += times * paths;
    begun += times;
    ended += times;
  }

  /** Returns the number of path completions. */
  public long events() {
    return events;
  }

  /**
   * Returns the number of activations that began: those with a BEGIN record, those packed whole
   * into one record, and those that were only counted, as whole words.
   */
  public long begun() {
    return begun;
  }

  /** Returns the number of RESUME records. */
  public long resumed() {
    return resumed;
  }

  /** Returns the number of activations that ended with a path. */
  public long ended() {
    return ended;
  }

  /** Returns the number of activations that an exception ended before another path was complete. */
  public long closed() {
    return closed;
  }

  void clear() {
    events = 0;
    begun = 0;
    resumed = 0;
    ended = 0;
    closed = 0;
  }

  /** Adds another object's counts. */
  public void addAll(StreamCounts other) {
    events += other.events;
    begun += other.begun;
    resumed += other.resumed;
    ended += other.ended;
    closed += other.closed;
  }
}

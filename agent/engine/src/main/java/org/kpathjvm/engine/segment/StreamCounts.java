package org.kpathjvm.engine.segment;

/** What was decoded of streams so far. Written by one thread. */
public final class StreamCounts {
  long events;
  long begun;
  long resumed;
  long ended;
  long closed;

  /** Adds an activation of its own with so many paths. */
  void whole(int paths, boolean endsWithPath) {
    events += paths;
    begun++;
    if (endsWithPath) {
      ended++;
    } else {
      closed++;
    }
  }

  /** Completions of paths. */
  public long events() {
    return events;
  }

  /** Activations that began: BEGIN records and packed ones of whole activations. */
  public long begun() {
    return begun;
  }

  /** RESUME records. */
  public long resumed() {
    return resumed;
  }

  /** Activations that ended with a path. */
  public long ended() {
    return ended;
  }

  /** Activations that were over without a further path. */
  public long closed() {
    return closed;
  }

  /** Begins anew. */
  void clear() {
    events = 0;
    begun = 0;
    resumed = 0;
    ended = 0;
    closed = 0;
  }

  /** Adds another's counts. */
  public void addAll(StreamCounts other) {
    events += other.events;
    begun += other.begun;
    resumed += other.resumed;
    ended += other.ended;
    closed += other.closed;
  }
}

package org.kpathjvm.core.instrument.probes;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The auxiliary counters of a method. Their ids follow the ids of the method's paths, in the order
 * of these constants.
 *
 * <p>The engine reads the counters of a running program by ascending id ({@code SegmentCounters}).
 * An activation must add to them in the reverse order. Otherwise the engine could read that an
 * activation ended, but not that it began. So the counter of entries comes after all other counters
 * that are compared with it.
 */
public enum Counter {
  /** The exceptions that left the method through the catch-all handler. */
  ESCAPES,
  /** The returns from the calls that SUPER_CALLS counts. */
  SUPER_RETURNS,
  /** The calls of this() or super() in a constructor. No handler may cover these calls. */
  SUPER_CALLS,
  /** The exceptions that were dispatched to one of the method's own handlers. */
  HANDLERS,
  /** The activations that began. */
  ENTRIES,
  /**
   * The first k-1 back edges that are taken after each entry of a loop whose paths have k
   * iterations. No path of k iterations ends at one of these back edges. If a back edge that was
   * counted here is in no recorded path, the path that it belongs to was abandoned or is
   * unfinished.
   */
  FIRST_BACK_EDGES;

  private final String label = name().toLowerCase(Locale.ROOT);

  public String label() {
    return label;
  }

  /** Assigns consecutive ids to the counters, in the order given. */
  static Map<Counter, Integer> ids(Iterable<Counter> counters, int firstId) {
    Map<Counter, Integer> ids = new EnumMap<>(Counter.class);
    int next = firstId;
    for (Counter counter : counters) {
      ids.put(counter, next++);
    }
    return ids;
  }
}

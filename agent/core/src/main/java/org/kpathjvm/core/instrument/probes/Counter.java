package org.kpathjvm.core.instrument.probes;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The auxiliary counters of a method, beside its paths; their ids follow those of the paths in this
 * order.
 */
public enum Counter {
  /** Activations that began. */
  ENTRIES,
  /** Exceptions dispatched to a handler of the method itself. */
  HANDLERS,
  /** Exceptions that left the method, as far as the catch-all sees them. */
  ESCAPES,
  /** Calls of this() or super() in a constructor: no catch-all may cover them. */
  SUPER_CALLS,
  /** Returns from these calls. */
  SUPER_RETURNS,
  /**
   * The first k-1 back edges of an iterated loop that were taken since it was entered: no path of k
   * iterations ends there. Those of them that are in no path were discarded.
   */
  FIRST_BACK_EDGES;

  private final String label = name().toLowerCase(Locale.ROOT);

  public String label() {
    return label;
  }

  /** Ids of counters, one behind the other. */
  static Map<Counter, Integer> ids(Iterable<Counter> counters, int firstId) {
    Map<Counter, Integer> ids = new EnumMap<>(Counter.class);
    int next = firstId;
    for (Counter counter : counters) {
      ids.put(counter, next++);
    }
    return ids;
  }
}

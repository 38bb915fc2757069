package org.kpathjvm.runtime.inline;

import java.util.LinkedHashMap;
import java.util.Map;

/** Sums of figures over all threads' tables. The figures have the same names as in inline.json. */
public final class Totals {
  public static final String ITEMS = "items";
  public static final String BYTES = "bytes";
  private static final String COUNTED = "counted";
  private static final String TABLES = "tables";

  /**
   * The number of sets of tables that carriers have: 1, because all carriers share one set, or 0 if
   * there are no carriers.
   */
  private static final String CARRIERS = "carriers";

  private final Map<String, Long> figures = new LinkedHashMap<>();

  Totals() {
    for (String figure : new String[] {ITEMS, COUNTED, BYTES, TABLES, CARRIERS}) {
      figures.put(figure, 0L);
    }
  }

  /** Adds the figures of a lease's tables. The lease's thread may go on counting meanwhile. */
  void add(TableLease lease) {
    add(TABLES, 1);
    add(CARRIERS, lease.carrier ? 1 : 0);
    lease.counters.addTo(this, COUNTED);
    if (lease.tables != null) {
      lease.tables.addTo(this);
    }
  }

  public void add(String figure, long value) {
    Long before = figures.get(figure);
    figures.put(figure, before == null ? value : before + value);
  }

  Map<String, Long> byName() {
    return figures;
  }
}

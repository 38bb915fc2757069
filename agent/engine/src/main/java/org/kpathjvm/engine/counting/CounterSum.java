package org.kpathjvm.engine.counting;

import java.util.ArrayList;
import java.util.List;

/** Adds up counters of one kind and k. */
public final class CounterSum {
  private CounterSum() {}

  /**
   * Adds all counters to the largest of them and returns it; null when there are none. The others
   * are released one by one.
   *
   * @param tableBytes what the tables of the sum and of the counters that aren't released yet may
   *     take together; beyond that the sum is folded, or fails
   */
  public static <C extends SequenceCounter> C of(List<C> counters, long tableBytes) {
    List<C> others = new ArrayList<>(counters);
    C sum = null;
    for (C counter : counters) {
      if (sum == null || counter.size() > sum.size()) {
        sum = counter;
      }
    }
    if (sum == null) {
      return null;
    }
    others.remove(sum);
    sum.setMemory(
        (asking, moreBytes) ->
            asking.bytes() + moreBytes + others.stream().mapToLong(SequenceCounter::bytes).sum()
                <= tableBytes);
    while (!others.isEmpty()) {
      // The counter takes memory until it has been added.
      int last = others.size() - 1;
      sum.addAll(others.get(last));
      others.remove(last);
    }
    return sum;
  }
}

package org.kpathjvm.engine.counting;

import java.util.ArrayList;
import java.util.List;

/** Adds up counters of the same kind and with the same k. */
public final class CounterSum {
  private CounterSum() {}

  /**
   * Adds all counters to the largest one, and returns that counter; null if there are no counters.
   * Each of the other counters is released as soon as it has been added.
   *
   * @param tableBytes the bytes that the tables of the sum and of the other counters may take
   *     together. If they need more, the sum is folded.
   * @throws TablesFullException if the sum has to be folded, but is a k-slab forest, which can't be
   *     folded
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
      // A counter stays in the list while it is added, because it still takes memory.
      int last = others.size() - 1;
      sum.addAll(others.get(last));
      others.remove(last);
    }
    return sum;
  }
}

package org.kpathjvm.engine.ksf;

import java.util.ArrayList;
import java.util.List;

/** The sum of forests of one k. */
public final class ForestSum {
  private ForestSum() {}

  /**
   * Adds all forests to the largest of them and returns it; null when there is none. The others are
   * let go of one by one.
   *
   * @param tableBytes for what is there at once; beyond it the sum is folded
   */
  public static SlabForest of(List<SlabForest> forests, long tableBytes) {
    List<SlabForest> others = new ArrayList<>(forests);
    SlabForest sum = null;
    for (SlabForest forest : forests) {
      if (sum == null || forest.size() > sum.size()) {
        sum = forest;
      }
    }
    if (sum == null) {
      return null;
    }
    others.remove(sum);
    sum.setMemory(
        (asking, moreBytes) ->
            asking.bytes() + moreBytes + others.stream().mapToLong(SlabForest::bytes).sum()
                <= tableBytes);
    while (!others.isEmpty()) {
      sum.addAll(others.remove(others.size() - 1));
    }
    return sum;
  }
}

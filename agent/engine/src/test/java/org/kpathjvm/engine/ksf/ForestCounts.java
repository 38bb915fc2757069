package org.kpathjvm.engine.ksf;

import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the counts of a k-slab forest's nodes. The key of a node consists of the labels on the
 * way from the root to the node, separated by blanks.
 */
public final class ForestCounts {
  private ForestCounts() {}

  public static Map<String, Long> of(SlabForest forest) {
    Map<String, Long> counts = new TreeMap<>();
    SlabForestView view = forest.view();
    for (long root : view.roots()) {
      collect(view, root, "", counts);
    }
    return counts;
  }

  private static void collect(
      SlabForestView view, long link, String prefix, Map<String, Long> counts) {
    String name = prefix + (prefix.isEmpty() ? "" : " ") + SlabForestView.label(link);
    int node = SlabForestView.node(link);
    counts.put(name, view.count(node));
    for (long child = view.firstChild(node);
        child != 0;
        child = view.nextSibling(SlabForestView.node(child))) {
      collect(view, child, name, counts);
    }
  }
}

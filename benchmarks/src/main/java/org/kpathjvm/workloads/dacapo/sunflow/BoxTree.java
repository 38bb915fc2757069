package org.kpathjvm.workloads.dacapo.sunflow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A tree of boxes, which contain triangles. A box with many triangles is divided across its longest
 * axis into two boxes, each with half of the triangles.
 */
final class BoxTree {
  private static final int LEAF = 4;
  private static final int DEPTH = 64;

  private final Triangle[] triangles;
  private final Node root;

  private static final class Node {
    private final double[] least = {
      Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY
    };
    private final double[] most = {
      Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
    };
    private final int from;
    private final int to;
    private int axis;
    private Node lower;
    private Node upper;

    Node(int from, int to) {
      this.from = from;
      this.to = to;
    }

    void include(Triangle triangle) {
      for (int i = 0; i < 3; i++) {
        least[i] = Math.min(least[i], triangle.least[i]);
        most[i] = Math.max(most[i], triangle.most[i]);
      }
    }

    int longestAxis() {
      int longest = 0;
      for (int i = 1; i < 3; i++) {
        if (most[i] - least[i] > most[longest] - least[longest]) {
          longest = i;
        }
      }
      return longest;
    }

    boolean isHit(Ray ray) {
      double near = 0;
      double far = ray.distance;
      for (int i = 0; i < 3; i++) {
        double start = ray.origin.component(i);
        double a = (least[i] - start) * ray.inverse[i];
        double b = (most[i] - start) * ray.inverse[i];
        near = Math.max(near, Math.min(a, b));
        far = Math.min(far, Math.max(a, b));
        if (near > far) {
          return false;
        }
      }
      return true;
    }
  }

  BoxTree(List<Triangle> triangles) {
    this.triangles = triangles.toArray(Triangle[]::new);
    root = build(0, this.triangles.length);
  }

  private Node build(int from, int to) {
    Node node = new Node(from, to);
    for (int i = from; i < to; i++) {
      node.include(triangles[i]);
    }
    if (to - from > LEAF) {
      node.axis = node.longestAxis();
      Arrays.sort(triangles, from, to, Comparator.comparingDouble(it -> it.centre(node.axis)));
      int middle = (from + to) >>> 1;
      node.lower = build(from, middle);
      node.upper = build(middle, to);
    }
    return node;
  }

  /** Finds the nearest triangle that the ray hits, and notes the triangle in the ray. */
  void intersect(Ray ray) {
    Node[] open = new Node[DEPTH];
    int count = 0;
    open[count++] = root;
    while (count > 0) {
      Node node = open[--count];
      if (!node.isHit(ray)) {
        continue;
      }
      if (node.lower == null) {
        for (int i = node.from; i < node.to; i++) {
          triangles[i].intersect(ray);
        }
      } else {
        boolean isForward = ray.inverse[node.axis] > 0;
        open[count++] = isForward ? node.upper : node.lower;
        open[count++] = isForward ? node.lower : node.upper;
      }
    }
  }
}

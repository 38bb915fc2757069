package org.kpathjvm.engine.ksf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/**
 * A k-slab forest that follows Fig. 6 of the k-BLPP paper line by line, with objects and lists. A
 * new child goes to the front of its parent's list of children.
 */
public final class Figure6 {
  /** The variables n, tau and beta of one activation. */
  public static final class Activation {
    private int n;
    private Node tau;
    private Node beta;
  }

  private static final class Node {
    final int label;
    final LinkedList<Node> children = new LinkedList<>();
    long count;

    Node(int label) {
      this.label = label;
    }
  }

  private final int k;
  private final Map<Integer, Node> roots = new HashMap<>();
  private final List<Node> nodes = new ArrayList<>();
  private long finds;
  private long scans;

  public Figure6(int k) {
    this.k = k;
  }

  /** The procedure process_bl_path_id(r). */
  public void process(int r, Activation activation) {
    if (activation.n % (k - 1) == 0) {
      activation.beta = activation.tau;
      finds++;
      activation.tau = roots.computeIfAbsent(r, this::node);
    } else {
      activation.tau = child(activation.tau, r);
    }
    if (activation.beta != null) {
      activation.beta = child(activation.beta, r);
      activation.beta.count++;
    } else {
      activation.tau.count++;
    }
    activation.n++;
  }

  private Node child(Node parent, int label) {
    for (Node child : parent.children) {
      scans++;
      if (child.label == label) {
        return child;
      }
    }
    parent.children.addFirst(node(label));
    return parent.children.getFirst();
  }

  private Node node(int label) {
    nodes.add(new Node(label));
    return nodes.get(nodes.size() - 1);
  }

  public long finds() {
    return finds;
  }

  public long scans() {
    return scans;
  }

  public int nodes() {
    return nodes.size();
  }

  public int roots() {
    return roots.size();
  }

  /** Returns the number of nodes with children. */
  public long internalNodes() {
    return nodes.stream().filter(node -> !node.children.isEmpty()).count();
  }
}

package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import java.util.Arrays;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Finds for each node that goes the node that its count is handed to: the longest proper suffix of
 * its label sequence that stays. It is left in the node's FIRST_CHILD, 0 for none: then there is no
 * count, or it was added to the orphans.
 *
 * <p>One walk over all trees, which carries along the nodes of all proper suffixes of the present
 * label sequence that stay, longest first. What stays is closed under parents, so the suffixes of a
 * child are among the children of its parent's suffixes, and its label's root.
 */
final class FoldTargets {
  private final NodeArena arena;
  private final IdTable roots;
  private final ChildIndex index;
  private final NodeSet kept;
  private final IdTable orphans;

  /** Per depth: the link to the node on the branch, and where its suffixes begin. */
  private long[] branch = new long[64];

  private int[] suffixesStart = new int[65];
  private int[] suffixes = new int[256];

  FoldTargets(ForestTables tables, NodeSet kept, IdTable orphans) {
    arena = tables.arena;
    roots = tables.roots;
    index = tables.index;
    this.kept = kept;
    this.orphans = orphans;
  }

  void run() {
    for (int at = 0; at < roots.entries().length; at += 2) {
      if (roots.entries()[at] != 0) {
        walk(NodeArena.link((int) roots.entries()[at + 1], (int) roots.entries()[at]));
      }
    }
  }

  private void walk(long root) {
    branch[0] = root;
    suffixesStart[0] = 0;
    suffixesStart[1] = 0;
    int depth = 0;
    long next = firstChild(node(root));
    while (true) {
      if (next == 0) {
        leave(branch[depth], depth);
        if (depth == 0) {
          return;
        }
        next = arena.words[node(branch[depth]) + NEXT_SIBLING];
        depth--;
      } else if ((int) next == ForestFolding.RESIDUE) {
        // It stands for its parent's label sequence.
        if (!kept.contains(node(next))) {
          direct(node(next), (int) branch[depth], depth);
        }
        next = arena.words[node(next) + NEXT_SIBLING];
      } else {
        depth++;
        enter(next, depth);
        next = firstChild(node(next));
      }
    }
  }

  private void enter(long link, int depth) {
    if (depth == branch.length) {
      branch = Arrays.copyOf(branch, 2 * depth);
      suffixesStart = Arrays.copyOf(suffixesStart, 2 * depth + 1);
    }
    branch[depth] = link;
    int end = suffixesStart[depth];
    for (int at = suffixesStart[depth - 1]; at < suffixesStart[depth]; at++) {
      int child = keptChild(suffixes[at], (int) link);
      if (child != 0) {
        end = push(end, child);
      }
    }
    int root = (int) roots.get((int) link);
    if (root != 0) {
      end = push(end, root);
    }
    suffixesStart[depth + 1] = end;
  }

  private int push(int end, int node) {
    if (end == suffixes.length) {
      suffixes = Arrays.copyOf(suffixes, 2 * end);
    }
    suffixes[end] = node;
    return end + 1;
  }

  private void leave(long link, int depth) {
    if (!kept.contains(node(link))) {
      direct(node(link), (int) link, depth);
    }
  }

  private void direct(int node, int label, int depth) {
    long[] words = arena.words;
    long count = words[node + COUNT];
    words[node + FIRST_CHILD] = 0;
    if (count == 0) {
      return;
    }
    if (suffixesStart[depth] < suffixesStart[depth + 1]) {
      words[node + FIRST_CHILD] = suffixes[suffixesStart[depth]];
    } else {
      int place = orphans.place(label);
      orphans.entries()[place] += count;
    }
  }

  private int keptChild(int parent, int label) {
    long first = arena.words[parent + FIRST_CHILD];
    int child = 0;
    if (first < 0) {
      child = index.find(parent, label);
    } else {
      for (long link = first; link != 0; link = arena.words[node(link) + NEXT_SIBLING]) {
        if ((int) link == label) {
          child = node(link);
          break;
        }
      }
    }
    return child != 0 && kept.contains(child) ? child : 0;
  }

  private long firstChild(int node) {
    return arena.words[node + FIRST_CHILD] & ~INDEXED;
  }

  private static int node(long link) {
    return (int) (link >>> 32);
  }
}

package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_NODE;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;
import static org.kpathjvm.engine.ksf.NodeArena.STRIDE;
import static org.kpathjvm.engine.ksf.NodeArena.link;

import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Gives up the cold nodes of a forest, in place. A node that goes hands its count to the longest
 * proper suffix of its label sequence that is a node which stays, at the shortest its own label's
 * root, so that no item is lost; what a node Q was handed so is kept apart from its own count, in a
 * child of Q with the label {@link #RESIDUE}. docs/decisions has the bound that follows from it.
 *
 * <p>All but roots, which stay, and what somebody stands on goes by weight ({@link NodeWeights}):
 * if a node stays, so do those above it. Scratch memory: 4 bytes and 2 bits a node.
 */
final class ForestFolding {
  /** The label of what was folded into a node; path ids begin with 1. */
  static final int RESIDUE = 0;

  /** One in so many nodes stays; with at most as many residues that is half of them. */
  private static final int KEPT_ONE_IN = 4;

  private final SlabForest forest;
  private final ForestTables tables;
  private final NodeArena arena;
  private final IdTable roots;
  private final NodeReferences references;
  private final NodeSet kept;

  /** Counts of labels without a root, of nodes that went. */
  private final IdTable orphans = new IdTable();

  ForestFolding(SlabForest forest, ForestTables tables, NodeReferences references) {
    this.forest = forest;
    this.tables = tables;
    arena = tables.arena;
    roots = tables.roots;
    this.references = references;
    kept = new NodeSet(arena);
  }

  void run(FoldLog log) {
    int sizeBefore = arena.size();
    int most = sizeBefore / KEPT_ONE_IN;
    NodeWeights weights = new NodeWeights(arena, references);
    int threshold = weights.threshold(most);
    if (threshold == NodeWeights.HEAVIEST && weights.count(threshold) > most) {
      int restarts = references.letGo();
      if (restarts > 0) {
        log.restarted(restarts);
        weights = new NodeWeights(arena, references);
        threshold = weights.threshold(most);
      }
    }
    choose(weights, threshold);
    new FoldTargets(tables, kept, orphans).run();
    dropFromLists();
    adopt();
    compact();
    tables.rebuildIndex(tables.index.capacity());
    addOrphans();
    log.folded(sizeBefore - arena.size());
  }

  private void choose(NodeWeights weights, int threshold) {
    for (int at = 0; at < roots.entries().length; at += 2) {
      if (roots.entries()[at] != 0) {
        kept.add((int) roots.entries()[at + 1]);
      }
    }
    for (int node = FIRST_NODE; node < arena.end(); node += STRIDE) {
      boolean stays = kept.contains(node) || weights.of(node) >= threshold;
      for (long child = firstChild(node); child != 0; child = nextSibling(child)) {
        if (label(child) == RESIDUE ? stays : weights.of(node(child)) >= threshold) {
          kept.add(node(child));
        }
      }
    }
  }

  /** Takes what goes out of the lists of what stays; residues come first in their list. */
  private void dropFromLists() {
    long[] words = arena.words;
    for (int node = FIRST_NODE; node < arena.end(); node += STRIDE) {
      if (!kept.contains(node)) {
        continue;
      }
      long flag = words[node + FIRST_CHILD] & INDEXED;
      long residue = 0;
      int last = 0;
      long first = 0;
      for (long child = firstChild(node); child != 0; child = nextSibling(child)) {
        if (!kept.contains(node(child))) {
          continue;
        }
        if (label(child) == RESIDUE) {
          residue = child;
        } else if (last == 0) {
          first = child;
          last = node(child);
        } else {
          words[last + NEXT_SIBLING] = child;
          last = node(child);
        }
      }
      if (last != 0) {
        words[last + NEXT_SIBLING] = 0;
      }
      if (residue != 0) {
        words[node(residue) + NEXT_SIBLING] = first;
        first = residue;
      }
      words[node + FIRST_CHILD] = first | flag;
    }
  }

  /** Hands the counts over; a node that goes becomes its target's residue if that has none. */
  private void adopt() {
    long[] words = arena.words;
    for (int node = FIRST_NODE; node < arena.end(); node += STRIDE) {
      int target = kept.contains(node) ? 0 : (int) words[node + FIRST_CHILD];
      if (target == 0) {
        continue;
      }
      long first = firstChild(target);
      if (first != 0 && label(first) == RESIDUE) {
        words[node(first) + COUNT] += words[node + COUNT];
      } else {
        words[node + FIRST_CHILD] = 0;
        words[node + NEXT_SIBLING] = first;
        words[target + FIRST_CHILD] = link(node, RESIDUE) | words[target + FIRST_CHILD] & INDEXED;
        kept.add(node);
      }
    }
  }

  private void compact() {
    kept.close();
    long[] words = arena.words;
    int place = FIRST_NODE;
    for (int node = FIRST_NODE; node < arena.end(); node += STRIDE) {
      if (kept.contains(node)) {
        words[place + FIRST_CHILD] = moved(words[node + FIRST_CHILD]);
        words[place + NEXT_SIBLING] = moved(words[node + NEXT_SIBLING]);
        words[place + COUNT] = words[node + COUNT];
        place += STRIDE;
      }
    }
    arena.truncate(place);
    for (int at = 0; at < roots.entries().length; at += 2) {
      if (roots.entries()[at] != 0) {
        roots.entries()[at + 1] = kept.place((int) roots.entries()[at + 1]);
      }
    }
    references.replace(kept::place);
  }

  private long moved(long link) {
    long unflagged = link & ~INDEXED;
    return link(kept.place(node(unflagged)), label(unflagged)) | link & INDEXED;
  }

  private void addOrphans() {
    int[] labels = orphans.sortedIds();
    tables.reserveNodes(2 * labels.length);
    for (int label : labels) {
      forest.addCount(residue(forest, forest.root(label)), orphans.get(label));
    }
  }

  private long firstChild(int node) {
    return arena.words[node + FIRST_CHILD] & ~INDEXED;
  }

  private long nextSibling(long link) {
    return arena.words[node(link) + NEXT_SIBLING];
  }

  private static int node(long link) {
    return (int) (link >>> 32);
  }

  private static int label(long link) {
    return (int) link;
  }

  /** The child of a node that holds what was folded into it, made when there is none. */
  static int residue(SlabForest forest, int node) {
    long first = forest.arena.words[node + NodeArena.FIRST_CHILD];
    if (first < 0) {
      int found = forest.index.find(node, RESIDUE);
      return found != 0 ? found : forest.addIndexedChild(node, RESIDUE);
    }
    long link = first;
    while (link != 0 && (int) link != RESIDUE) {
      link = forest.arena.words[(int) (link >>> 32) + NodeArena.NEXT_SIBLING];
    }
    return link != 0 ? (int) (link >>> 32) : forest.addChild(node, RESIDUE);
  }
}

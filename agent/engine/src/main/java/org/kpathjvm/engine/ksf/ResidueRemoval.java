package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import java.util.Arrays;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.runtime.tables.IdTable;

/** Adds all residues to their parents' counts, unlinks them, and says what they were. */
final class ResidueRemoval {
  private final NodeArena arena;
  private final FoldedContexts contexts;

  ResidueRemoval(NodeArena arena, FoldedContexts contexts) {
    this.arena = arena;
    this.contexts = contexts;
  }

  /** Removes those of all trees. */
  void run(IdTable roots) {
    long[] links = new long[256];
    int[] depths = new int[256];
    for (int root : roots.sortedIds()) {
      links[0] = NodeArena.link((int) roots.get(root), root);
      depths[0] = 1;
      int open = 1;
      while (open > 0) {
        open--;
        long link = links[open];
        int depth = depths[open];
        takeResidue(arena.words, link, depth);
        for (long child = arena.words[node(link) + FIRST_CHILD] & ~INDEXED;
            child != 0;
            child = arena.words[node(child) + NEXT_SIBLING]) {
          if (open == links.length) {
            links = Arrays.copyOf(links, 2 * open);
            depths = Arrays.copyOf(depths, 2 * open);
          }
          links[open] = child;
          depths[open] = depth + 1;
          open++;
        }
      }
    }
  }

  private void takeResidue(long[] words, long parent, int depth) {
    int previous = 0;
    long first = words[node(parent) + FIRST_CHILD];
    for (long link = first & ~INDEXED; link != 0; link = words[node(link) + NEXT_SIBLING]) {
      int residue = node(link);
      if ((int) link != ForestFolding.RESIDUE) {
        previous = residue;
        continue;
      }
      long count = words[residue + COUNT];
      words[node(parent) + COUNT] += count;
      if (previous == 0) {
        words[node(parent) + FIRST_CHILD] = words[residue + NEXT_SIBLING] | first & INDEXED;
      } else {
        words[previous + NEXT_SIBLING] = words[residue + NEXT_SIBLING];
      }
      words[residue + NEXT_SIBLING] = 0;
      words[residue + COUNT] = 0;
      if (depth < contexts.k()) {
        contexts.add((int) parent, depth, count);
      }
      return;
    }
  }

  private static int node(long link) {
    return (int) (link >>> 32);
  }
}

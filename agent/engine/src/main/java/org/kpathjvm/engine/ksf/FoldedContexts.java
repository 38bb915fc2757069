package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import java.util.Arrays;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The error of a forest that was folded: per path and length m in 1..k-1, how many of the path's
 * completions are counted with a context of only m paths (itself and the m-1 before it) though they
 * had more.
 *
 * <p>An occurrence of an n-gram is missing from its count only if its last item is one of those
 * with m less than n. So for an n-gram that ends in path x,
 *
 * <pre>  count &lt;= true count &lt;= count + sum of folded(x, m) over m &lt; n  </pre>
 *
 * and the counts of single paths are exact.
 */
public final class FoldedContexts {
  private final IdTable[] byLength;

  FoldedContexts(int k) {
    byLength = new IdTable[k];
    for (int length = 1; length < k; length++) {
      byLength[length] = new IdTable();
    }
  }

  /** Of a forest that was never folded. */
  public static FoldedContexts none(int k) {
    return new FoldedContexts(k);
  }

  /** The k of the n-grams that this is about. */
  public int k() {
    return byLength.length;
  }

  /** Completions of path {@code id} with a context of only {@code length} paths. */
  public long folded(int id, int length) {
    return byLength[length].get(id);
  }

  /** The paths that have any with that length, ascending. */
  public int[] ids(int length) {
    return byLength[length].sortedIds();
  }

  /** By how much the count of an n-gram that ends in path {@code id} can be too low. */
  public long error(int id, int n) {
    long error = 0;
    for (int length = 1; length < n; length++) {
      error += folded(id, length);
    }
    return error;
  }

  /** The greatest error of all n-grams with that n. */
  public long greatestError(int n) {
    IdTable sums = new IdTable();
    long greatest = 0;
    for (int length = 1; length < n; length++) {
      long[] entries = byLength[length].entries();
      for (int at = 0; at < entries.length; at += 2) {
        if (entries[at] != 0) {
          int place = sums.place((int) entries[at]);
          sums.entries()[place] += entries[at + 1];
          greatest = Math.max(greatest, sums.entries()[place]);
        }
      }
    }
    return greatest;
  }

  /** Bytes of the tables. */
  public long bytes() {
    return Arrays.stream(byLength).skip(1).mapToLong(IdTable::bytes).sum();
  }

  /** Adds all residues to their parents' counts and unlinks them. */
  void takeFrom(NodeArena arena, IdTable roots) {
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
      if (depth < k()) {
        int place = byLength[depth].place((int) parent);
        byLength[depth].entries()[place] += count;
      }
      return;
    }
  }

  private static int node(long link) {
    return (int) (link >>> 32);
  }
}

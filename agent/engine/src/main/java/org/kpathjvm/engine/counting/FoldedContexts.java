package org.kpathjvm.engine.counting;

import java.util.Arrays;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The error of a counter that was folded. It says for each path and length m in 1..k-1 how many
 * completions of the path are counted with a context of only m paths (itself and the m-1 before it)
 * although they may have had more.
 *
 * <p>An occurrence of an n-gram is missing from its count only if its last path is such a
 * completion, with m less than n. So for an n-gram that ends in path x,
 *
 * <pre>  count &lt;= true count &lt;= count + sum of folded(x, m) over m &lt; n  </pre>
 *
 * <p>and the counts of single paths are exact.
 */
public final class FoldedContexts {
  private final IdTable[] byLength;

  /** Creates the error of a counter that wasn't folded. */
  public FoldedContexts(int k) {
    byLength = new IdTable[k];
    for (int length = 1; length < k; length++) {
      byLength[length] = new IdTable();
    }
  }

  /** Returns the k of the n-grams whose error this is. */
  public int k() {
    return byLength.length;
  }

  /**
   * Returns how many completions of path {@code id} are counted with a context of only {@code
   * length} paths.
   */
  public long folded(int id, int length) {
    return byLength[length].get(id);
  }

  /**
   * Returns the paths of which some completions are counted with a context of only {@code length}
   * paths, in ascending order.
   */
  public int[] ids(int length) {
    return byLength[length].sortedIds();
  }

  /** Returns by how much the count of an n-gram that ends in path {@code id} can be too low. */
  public long error(int id, int n) {
    long error = 0;
    for (int length = 1; length < n; length++) {
      error += folded(id, length);
    }
    return error;
  }

  /** Returns the greatest error of all n-grams with that n. */
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

  /** Returns the bytes of the tables. */
  public long bytes() {
    return Arrays.stream(byLength).skip(1).mapToLong(IdTable::bytes).sum();
  }

  /** Adds completions of path {@code id} with a context of only {@code length} paths. */
  public void add(int id, int length, long count) {
    int place = byLength[length].place(id);
    byLength[length].entries()[place] += count;
  }
}

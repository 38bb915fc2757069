package org.kpathjvm.engine.counting;

import java.util.Arrays;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The error in the counts of a counter that was folded. For each path and each length m from 1 to
 * k-1, this object has the number of the path's completions that were counted with a context of
 * only m paths, but may have had a longer context. Here, a context of m paths consists of the path
 * itself and the m-1 paths before it.
 *
 * <p>An occurrence of an n-gram can be missing from the n-gram's count only if the last path of
 * this occurrence was counted with a context of fewer than n paths. So the following is true of an
 * n-gram that ends with path x:
 *
 * <pre>  count &lt;= true count &lt;= count + sum of folded(x, m) over m &lt; n  </pre>
 *
 * <p>The counts of single paths are exact.
 */
public final class FoldedContexts {
  private final IdTable[] byLength;

  /** Creates an object in which all errors are 0, as for a counter that wasn't folded. */
  public FoldedContexts(int k) {
    byLength = new IdTable[k];
    for (int length = 1; length < k; length++) {
      byLength[length] = new IdTable();
    }
  }

  /** Returns k, the greatest length of the counter's n-grams. */
  public int k() {
    return byLength.length;
  }

  /**
   * Returns the number of completions of path {@code id} that are counted with a context of only
   * {@code length} paths.
   */
  public long folded(int id, int length) {
    return byLength[length].get(id);
  }

  /**
   * Returns, in ascending order, the ids of the paths for which {@link #folded} isn't 0 with the
   * given length.
   */
  public int[] ids(int length) {
    return byLength[length].sortedIds();
  }

  /**
   * Returns the greatest possible error of an n-gram that ends with path {@code id}: the n-gram's
   * count is too low by at most this number.
   */
  public long error(int id, int n) {
    long error = 0;
    for (int length = 1; length < n; length++) {
      error += folded(id, length);
    }
    return error;
  }

  /** Returns the greatest {@linkplain #error error} of any n-gram with {@code n} paths. */
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

  /** Returns the number of bytes in the tables. */
  public long bytes() {
    return Arrays.stream(byLength).skip(1).mapToLong(IdTable::bytes).sum();
  }

  /** Adds completions of path {@code id} with a context of only {@code length} paths. */
  public void add(int id, int length, long count) {
    int place = byLength[length].place(id);
    byLength[length].entries()[place] += count;
  }
}

package org.kpathjvm.runtime.overlapping;

import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.Totals;

/**
 * Counts paths together with the calls in them. Each pair of a path and the list of its calls has a
 * count. There are three tables of numbered pairs. An activation is the pair of its first and its
 * last path. A call is the pair of a site (the number of a call in the code) and the activation
 * that returned there. A list is the pair of the list of earlier calls and the latest call. Not
 * thread-safe.
 *
 * <p>In a call, an activation with only one path is represented by the path's id, and any other
 * activation by the negative of its number.
 */
final class CallTables {
  /** The empty list. */
  static final int NONE = 0;

  /** Stands for an activation's first path if that path was never completed. */
  static final int NEVER = -1;

  final PairTable activations = new PairTable();
  final PairTable calls = new PairTable();
  final PairTable lists = new PairTable();

  /** The counts by list and path. */
  final KeyTable counts = new KeyTable();

  /**
   * The number of calls that were to be put into lists. Unlike the counts, this number includes
   * calls for which there was no memory, and the calls of paths that weren't completed.
   */
  private long taken;

  /**
   * Returns the number that represents an activation in a call; 0 if there is no memory for the
   * activation.
   *
   * @param first the id of the activation's first path; 0 if the activation has only one path
   * @param last the id of the activation's last path
   */
  int activation(int first, int last) {
    return first == 0 ? last : -activations.number(PairTable.pair(first, last));
  }

  /**
   * Returns the list with one more call, or the given list if there is no memory for the longer
   * one.
   */
  int with(int list, int site, int activation) {
    taken++;
    int call = calls.number(PairTable.pair(site, activation));
    int longer = call == 0 ? 0 : lists.number(PairTable.pair(list, call));
    return longer == 0 ? list : longer;
  }

  /** Counts a complete path together with the calls of a list. */
  void count(int list, int path) {
    if (list != NONE) {
      counts.add(PairTable.pair(list, path), 1);
    }
  }

  /**
   * Adds all pairs and counts to {@code sum}, the sum over all threads. Returns false if there is
   * no memory for them.
   */
  boolean addTo(CallTables sum) {
    int[] activationOf = new int[activations.size() + 1];
    for (int number = 1; number < activationOf.length; number++) {
      activationOf[number] = sum.activations.number(activations.pair(number));
      if (activationOf[number] == 0) {
        return false;
      }
    }
    int[] callOf = new int[calls.size() + 1];
    for (int number = 1; number < callOf.length; number++) {
      long call = calls.pair(number);
      int activation = (int) call;
      callOf[number] =
          sum.calls.number(
              PairTable.pair(
                  (int) (call >> 32), activation < 0 ? -activationOf[-activation] : activation));
      if (callOf[number] == 0) {
        return false;
      }
    }
    int[] listOf = new int[lists.size() + 1];
    for (int number = 1; number < listOf.length; number++) {
      long list = lists.pair(number);
      // The list of earlier calls has a lower number, so it has been added.
      listOf[number] =
          sum.lists.number(PairTable.pair(listOf[(int) (list >> 32)], callOf[(int) list]));
      if (listOf[number] == 0) {
        return false;
      }
    }
    long[] entries = counts.entries();
    for (int at = 0; at < entries.length; at += 2) {
      long key = entries[at];
      if (key != 0
          && !sum.counts.add(
              PairTable.pair(listOf[(int) (key >> 32)], (int) key), entries[at + 1])) {
        return false;
      }
    }
    return true;
  }

  void addTo(Totals totals) {
    totals.add("calls_taken", taken);
    activations.addTo(totals);
    calls.addTo(totals);
    lists.addTo(totals);
    counts.addTo(totals);
  }
}

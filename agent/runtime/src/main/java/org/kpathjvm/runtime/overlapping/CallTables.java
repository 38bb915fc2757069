package org.kpathjvm.runtime.overlapping;

import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.Totals;

/**
 * Counts paths together with the calls in them. An activation is identified by its first and its
 * last path. A call is a site and the activation that returned there. A list of calls is stored as
 * the list of the earlier calls and the latest call. There is a count for each list and the path in
 * which its calls were made. Not thread-safe.
 *
 * <p>An activation with one path has that path's id. Other activations have the negative of their
 * number.
 */
final class CallTables {
  /** The list without calls. */
  static final int NONE = 0;

  /** The first path of an activation that never completed the path it began with. */
  static final int NEVER = -1;

  final PairTable activations = new PairTable();
  final PairTable calls = new PairTable();
  final PairTable lists = new PairTable();

  /** The counts by list and path. */
  final KeyTable counts = new KeyTable();

  /** How many calls were put into lists. A path that isn't completed counts none of its calls. */
  private long taken;

  /**
   * Returns what a method that returns leaves to its caller; 0: nothing.
   *
   * @param first id of the activation's first path; 0 if the last one is the only one
   */
  int activation(int first, int last) {
    return first == 0 ? last : -activations.number(PairTable.pair(first, last));
  }

  /** Returns the list with one more call, or the list as it was when there is no memory for it. */
  int with(int list, int site, int activation) {
    taken++;
    int call = calls.number(PairTable.pair(site, activation));
    int longer = call == 0 ? 0 : lists.number(PairTable.pair(list, call));
    return longer == 0 ? list : longer;
  }

  /** Counts a complete path with the calls of the list. */
  void count(int list, int path) {
    if (list != NONE) {
      counts.add(PairTable.pair(list, path), 1);
    }
  }

  /**
   * Adds everything to the tables of another thread. Returns false when there is no memory for it.
   */
  boolean addTo(CallTables sum) {
    int[] activationOf = new int[activations.size() + 1];
    for (int number = 1; number < activationOf.length; number++) {
      activationOf[number] = sum.activations.number(activations.pair(number));
    }
    int[] callOf = new int[calls.size() + 1];
    for (int number = 1; number < callOf.length; number++) {
      long call = calls.pair(number);
      int activation = (int) call;
      callOf[number] =
          sum.calls.number(
              PairTable.pair(
                  (int) (call >> 32), activation < 0 ? -activationOf[-activation] : activation));
    }
    int[] listOf = new int[lists.size() + 1];
    for (int number = 1; number < listOf.length; number++) {
      long list = lists.pair(number);
      // The list of the calls before has a lower number, so it is there already.
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

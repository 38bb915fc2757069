package org.kpathjvm.workloads.grande.search;

/**
 * Solves positions of Connect Four by alpha-beta search (Knuth and Moore, An analysis of alpha-beta
 * pruning, Artificial Intelligence 6, 1975) with a transposition table.
 */
final class GameSearch {
  static final int LOSS = -1;
  static final int DRAW = 0;
  static final int WIN = 1;

  /** The middle columns come first, because more fours contain them. */
  private static final int[] ORDER = {3, 2, 4, 1, 5, 0, 6};

  private static final int NO_COLUMN = -1;
  private static final int TABLE_SIZE = 1_048_573;

  /** Kinds of values in the table: exact values and bounds. 0 stands for no value. */
  private static final byte EXACT = 1;

  private static final byte AT_LEAST = 2;
  private static final byte AT_MOST = 3;

  private final long[] keys = new long[TABLE_SIZE];
  private final byte[] kinds = new byte[TABLE_SIZE];
  private final byte[] values = new byte[TABLE_SIZE];
  private final ConnectFour position;

  /** The number of searches so far. A position may have been searched several times. */
  long visited;

  /** The number of searches that ended early because of a value in the table. */
  long known;

  GameSearch(ConnectFour position) {
    this.position = position;
  }

  /** Returns the best result for the player whose turn it is: LOSS, DRAW or WIN. */
  int solve() {
    return search(LOSS, WIN);
  }

  private int search(int least, int most) {
    visited++;
    if (position.isFull()) {
      return DRAW;
    }
    for (int column : ORDER) {
      if (position.isPlayable(column) && position.wins(column)) {
        return WIN;
      }
    }
    long key = position.key();
    int slot = (int) (key % TABLE_SIZE);
    if (keys[slot] == key && kinds[slot] != 0) {
      int value = values[slot];
      boolean isEnough =
          kinds[slot] == EXACT
              || kinds[slot] == AT_LEAST && value >= most
              || kinds[slot] == AT_MOST && value <= least;
      if (isEnough) {
        known++;
        return value;
      }
    }
    int value = bestOfMoves(least, most);
    keys[slot] = key;
    kinds[slot] = value >= most ? AT_LEAST : value <= least ? AT_MOST : EXACT;
    values[slot] = (byte) value;
    return value;
  }

  private int bestOfMoves(int least, int most) {
    int threat = threat();
    if (threat != NO_COLUMN) {
      return valueOf(threat, least, most);
    }
    int best = LOSS;
    int bound = least;
    for (int column : ORDER) {
      if (position.isPlayable(column)) {
        best = Math.max(best, valueOf(column, bound, most));
        bound = Math.max(bound, best);
        if (bound >= most) {
          break;
        }
      }
    }
    return best;
  }

  /** Returns a column in which the other player threatens to win, or {@link #NO_COLUMN}. */
  private int threat() {
    for (int column : ORDER) {
      if (position.isPlayable(column) && position.isThreat(column)) {
        return column;
      }
    }
    return NO_COLUMN;
  }

  private int valueOf(int column, int least, int most) {
    position.play(column);
    int value = -search(-most, -least);
    position.takeBack(column);
    return value;
  }
}

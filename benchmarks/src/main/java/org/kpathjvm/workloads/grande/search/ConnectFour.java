package org.kpathjvm.workloads.grande.search;

import org.kpathjvm.workloads.StandInFailure;

/**
 * A position of the game Connect Four, which has seven columns of six places.
 *
 * <p>The places of column c, from the bottom to the top, are the bits 7c to 7c + 5. Bit 7c + 6
 * holds no stone, so that no line of stones seems to go on from the top of a column to the bottom
 * of the next.
 */
final class ConnectFour {
  static final int COLUMNS = 7;
  static final int ROWS = 6;
  private static final int COLUMN_BITS = ROWS + 1;

  /** Distances between the bits of neighbours along a column, a row, and the two diagonals. */
  private static final int[] DIRECTIONS = {1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1};

  private final int[] heights = new int[COLUMNS];
  private long mine;
  private long others;
  private int moves;

  /**
   * Returns the position after moves from the empty board.
   *
   * @param columns a digit from 1 to 7 for each move
   * @throws StandInFailure if a move's column does not exist or is full, or if a move wins
   */
  static ConnectFour after(String columns) throws StandInFailure {
    ConnectFour position = new ConnectFour();
    for (char digit : columns.toCharArray()) {
      int column = digit - '1';
      if (column < 0 || column >= COLUMNS || !position.isPlayable(column)) {
        throw StandInFailure.unusable("moves " + columns + ": no place for " + digit);
      }
      if (position.wins(column)) {
        throw StandInFailure.unusable("moves " + columns + ": the game is over at " + digit);
      }
      position.play(column);
    }
    return position;
  }

  boolean isPlayable(int column) {
    return heights[column] < ROWS;
  }

  boolean isFull() {
    return moves == COLUMNS * ROWS;
  }

  /** Returns whether the player whose turn it is wins by playing the column. */
  boolean wins(int column) {
    return hasFour(mine | place(column));
  }

  /** Returns whether the other player would win by playing the column if it were their turn. */
  boolean isThreat(int column) {
    return hasFour(others | place(column));
  }

  /** Makes the move of the player whose turn it is, and passes the turn. */
  void play(int column) {
    long before = mine | place(column);
    mine = others;
    others = before;
    heights[column]++;
    moves++;
  }

  void takeBack(int column) {
    heights[column]--;
    moves--;
    long before = others & ~place(column);
    others = mine;
    mine = before;
  }

  /**
   * Returns the position's unique key: the stones of the player whose turn it is, and a bit
   * directly above each column's stones.
   */
  long key() {
    long tops = 0;
    for (int column = 0; column < COLUMNS; column++) {
      tops |= place(column);
    }
    return mine | tops;
  }

  private long place(int column) {
    return 1L << (column * COLUMN_BITS + heights[column]);
  }

  private static boolean hasFour(long stones) {
    for (int distance : DIRECTIONS) {
      long pairs = stones & stones >> distance;
      if ((pairs & pairs >> 2 * distance) != 0) {
        return true;
      }
    }
    return false;
  }
}

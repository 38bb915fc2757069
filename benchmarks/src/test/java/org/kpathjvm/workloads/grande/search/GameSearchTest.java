package org.kpathjvm.workloads.grande.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.workloads.StandInFailure;

class GameSearchTest {
  @Test
  void fourInARowWinsInAllDirections() throws StandInFailure {
    assertTrue(ConnectFour.after("121212").wins(0), "column");
    assertTrue(ConnectFour.after("112233").wins(3), "row");
    assertTrue(ConnectFour.after("1223343344").wins(3), "rising diagonal");
    assertTrue(ConnectFour.after("7665545544").wins(3), "falling diagonal");
    assertFalse(ConnectFour.after("121212").wins(1), "these are the other player's stones");
    // Three at the top of a column and one at the foot of the next column aren't four in a row.
    assertFalse(ConnectFour.after("111141617").wins(1));
  }

  @Test
  void impossibleMovesAreRefused() {
    assertThrows(StandInFailure.class, () -> ConnectFour.after("8"));
    assertThrows(StandInFailure.class, () -> ConnectFour.after("1111111"));
    assertThrows(StandInFailure.class, () -> ConnectFour.after("12121211"));
  }

  @Test
  void searchAgreesWithPlainMinimax() throws StandInFailure {
    Set<Integer> seen = new HashSet<>();
    Random random = new Random(1);
    for (int game = 0; game < 200; game++) {
      ConnectFour position = randomPosition(random, game < 40 ? 29 : 35);
      int expected = minimax(position);
      GameSearch search = new GameSearch(position);
      assertEquals(expected, search.solve());
      assertTrue(search.visited > 0);
      seen.add(expected);
    }
    assertEquals(Set.of(GameSearch.LOSS, GameSearch.DRAW, GameSearch.WIN), seen);
  }

  private static ConnectFour randomPosition(Random random, int moves) {
    while (true) {
      ConnectFour position = new ConnectFour();
      int made = 0;
      while (made < moves) {
        int column = random.nextInt(ConnectFour.COLUMNS);
        if (position.isPlayable(column)) {
          if (position.wins(column)) {
            break;
          }
          position.play(column);
          made++;
        }
      }
      if (made == moves) {
        return position;
      }
    }
  }

  private static int minimax(ConnectFour position) {
    if (position.isFull()) {
      return GameSearch.DRAW;
    }
    int best = GameSearch.LOSS;
    for (int column = 0; column < ConnectFour.COLUMNS; column++) {
      if (!position.isPlayable(column)) {
        continue;
      }
      if (position.wins(column)) {
        return GameSearch.WIN;
      }
      position.play(column);
      best = Math.max(best, -minimax(position));
      position.takeBack(column);
    }
    return best;
  }
}

package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassProgressTest {
  private final PassProgress progress = new PassProgress(null);

  private boolean pass(boolean hasProgressed, boolean isWaiting) {
    progress.begin();
    return progress.end(hasProgressed, isWaiting);
  }

  @Test
  void waitingStreamsAreStuckAfterFiveIdlePasses() {
    for (int i = 0; i < 4; i++) {
      assertFalse(pass(false, true));
      assertTrue(progress.mustLook(false), "all blocks are looked at before a stream is given up");
    }
    assertTrue(pass(false, true));
    progress.giveUpWaiting(List.of());
    assertFalse(progress.mustLook(false));
    assertFalse(pass(false, true), "streams that wait later are given five passes again");
    assertEquals(6, progress.passes());
  }

  @Test
  void anyProgressResetsTheCountOfIdlePasses() {
    for (int i = 0; i < 20; i++) {
      assertFalse(pass(i % 4 == 3, true));
    }
    assertFalse(pass(false, false), "a pass in which nobody waits begins the count anew, too");
    for (int i = 0; i < 4; i++) {
      assertFalse(pass(false, true));
    }
  }

  @Test
  void aDeadTargetsBlocksAreSearchedWhenNothingMoves() {
    assertTrue(progress.mustLook(true));
    pass(true, false);
    assertFalse(progress.mustLook(true));
    pass(false, false);
    assertTrue(progress.mustLook(true));
    assertFalse(progress.mustLook(false));
  }
}

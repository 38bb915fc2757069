package org.kpathjvm.runtime.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.PackedWord;

class CreditsTest {
  private static final long METHOD = PackedWord.packing(3, 17);

  @Test
  void newWordsUseUpCreditAndRepeatedOnesRaiseIt() {
    Credits credits = new Credits(4);
    int added = 0;
    for (; credits.has(METHOD) && added < 100_000; added++) {
      credits.added(METHOD, 1);
    }
    assertEquals(1024, added);
    assertTrue(credits.has(PackedWord.packing(3, 18)), "another method has a credit of its own");
    for (int found = 0; found < 1024; found++) {
      assertFalse(credits.has(METHOD));
      credits.found(METHOD, 1);
    }
    assertTrue(credits.has(METHOD));
  }

  @Test
  void withoutCreditAFewWordsAreTried() {
    Credits credits = new Credits(4);
    for (int added = 0; added < 5000; added++) {
      assertTrue(credits.isTried(METHOD) || added >= 1024);
      credits.added(METHOD, 1);
    }
    int tried = 0;
    for (int word = 0; word < 800; word++) {
      tried += credits.isTried(METHOD) ? 1 : 0;
    }
    assertEquals(100, tried);
  }

  @Test
  void aPieceHasKMinusOnePathsOrAsManyAsFitIntoEightBits() {
    assertEquals(9, new Credits(4).next(3, 63));
    assertEquals(6, new Credits(2).next(3, 63));
    assertEquals(3, new Credits(4).next(3, 3));
    assertFalse(new Credits(4).isLong(0b1_000_001_010L, 3));
    assertTrue(new Credits(4).isLong(0b1_000_001_010_011L, 3));
    assertEquals(0b1_001L, Credits.piece(0b1_000_001_010L, 3, 3, 3));
  }
}

package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailureLogTest {
  private final FailureLog log = new FailureLog();

  @Test
  void withoutFailuresThereIsNoText() {
    assertNull(log.text());
  }

  @Test
  void failuresAreJoinedInOneLine() {
    log.add("first\n  of all");
    log.add("second");
    assertEquals("first of all; second", log.text());
  }

  @Test
  void knownFailuresAreNotRepeated() {
    log.add("same");
    log.add("same");
    assertEquals("same", log.text());
  }

  @Test
  void failuresAfterTheThirdAreOnlyCounted() {
    for (int failure = 1; failure <= 5; failure++) {
      log.add("failure " + failure);
    }
    assertEquals("failure 1; failure 2; failure 3; and 2 more", log.text());
  }

  @Test
  void countedFailuresAreNotCountedTwice() {
    for (int time = 0; time < 3; time++) {
      for (int failure = 1; failure <= 5; failure++) {
        log.add("failure " + failure);
      }
    }
    assertEquals("failure 1; failure 2; failure 3; and 2 more", log.text());
  }

  @Test
  void theNumberOfCountedFailuresIsLimited() {
    for (int failure = 1; failure <= 1_000; failure++) {
      log.add("failure " + failure);
    }
    assertEquals("failure 1; failure 2; failure 3; and 997 more", log.text());
    for (int failure = 1_001; failure <= 2_000; failure++) {
      log.add("failure " + failure);
    }
    assertEquals("failure 1; failure 2; failure 3; and at least 998 more", log.text());
  }

  @Test
  void anUndescribedFailureIsReportedWithTheOthers() {
    log.addUnsaid();
    String unsaid = log.text();
    assertTrue(unsaid.startsWith("out of memory while draining"), unsaid);
    for (int failure = 1; failure <= 5; failure++) {
      log.add("failure " + failure);
    }
    assertEquals("failure 1; failure 2; failure 3; " + unsaid + "; and 2 more", log.text());
  }
}

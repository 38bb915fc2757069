package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final byte[] BYTES = {1, 2, 3};

  @Test
  void namesAndBytesDetermineTheDigest() {
    Outcome outcome = of(Map.of("a/A", BYTES), 1);
    assertEquals(outcome, of(Map.of("a/A", BYTES.clone()), 1));
    assertNotEquals(outcome.digest(), of(Map.of("a/B", BYTES), 1).digest());
    assertNotEquals(outcome.digest(), of(Map.of("a/A", new byte[] {1, 2, 4}), 1).digest());
    assertEquals(1, outcome.classes());
  }

  @Test
  void bytesDoNotRunIntoTheNextName() {
    assertNotEquals(
        of(Map.of("a", new byte[] {'b'}, "c", new byte[0]), 1).digest(),
        of(Map.of("a", new byte[0], "bc", new byte[0]), 1).digest());
  }

  @Test
  void acceptsWhatIsExpected() {
    Outcome outcome = of(Map.of("a/A", BYTES), 7);
    assertDoesNotThrow(() -> outcome.check(expecting(1, 7, outcome.digest())));
    assertDoesNotThrow(() -> outcome.check(expecting(-1, -1, null)));
  }

  @Test
  void namesTheFirstDifference() {
    Outcome outcome = new Outcome(1, 7, "00");
    assertEquals("classes: expected 2, got 1", complaint(outcome, expecting(2, 7, "00")));
    assertEquals("task tags: expected 8, got 7", complaint(outcome, expecting(1, 8, "00")));
    assertEquals("digest: expected ff, got 00", complaint(outcome, expecting(1, 7, "ff")));
  }

  @Test
  void aRunWithoutTaskTagsIsWrong() {
    assertEquals(
        "no task tag was found, so Scanner.checkTaskTag did not do its work",
        complaint(new Outcome(1, 0, "00"), expecting(-1, -1, null)));
  }

  private static String complaint(Outcome outcome, Options expected) {
    StandInFailure failure = assertThrows(StandInFailure.class, () -> outcome.check(expected));
    assertEquals(StandInFailure.WRONG_RESULT, failure.exitStatus());
    return failure.getMessage();
  }

  private static Outcome of(Map<String, byte[]> classes, int tags) {
    return Outcome.of(new TreeMap<>(classes), tags);
  }

  private static Options expecting(int classes, int tags, String digest) {
    return new Options("eclipse", 11, 0, 1, List.of(), classes, tags, digest);
  }
}

package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.engine.counting.ActivationStates.NONE;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;

import org.junit.jupiter.api.Test;

/**
 * Tests how the reader of a stream knows to which activation the next words belong. A stream may
 * leave an activation and come back to it later, so the words of an activation may be in several
 * pieces. Piece 0 starts with the record BEGIN, and each further piece starts with a RESUME.
 */
class ActivationCursorTest {
  private final StreamProfile threads = profile(false);
  private final StreamProfile carriers = profile(true);
  private final ActivationCursor cursor = new ActivationCursor(threads);

  private static StreamProfile profile(boolean shared) {
    return new StreamProfile(new ProfileOptions(2, ProfileOptions.Engine.CONTEXTS), shared, 0);
  }

  private static long piece(long number, int piece) {
    return number << SEQUENCE_BITS | piece;
  }

  private static String damage(org.junit.jupiter.api.function.Executable words) {
    return assertThrows(StreamDamage.class, words).getMessage();
  }

  @Test
  void aResumedActivationHasItsOldState() throws StreamDamage {
    cursor.begin(piece(1, 0));
    final int state = cursor.state();
    cursor.begin(piece(2, 0));
    assertNotEquals(state, cursor.state());
    cursor.end();
    assertEquals(NONE, cursor.state());
    assertTrue(cursor.resume(piece(1, 1)));
    assertEquals(state, cursor.state());
  }

  @Test
  void endedActivationsAreForgotten() throws StreamDamage {
    cursor.begin(piece(1, 0));
    cursor.begin(piece(2, 0));
    assertEquals(2, threads.liveActivations());
    cursor.end();
    cursor.resume(piece(1, 1));
    cursor.end();
    assertEquals(0, threads.liveActivations());
    assertEquals(
        "RESUME of activation 1, which isn't live", damage(() -> cursor.resume(piece(1, 2))));
  }

  @Test
  void anActivationBeginsOnceWithItsFirstPiece() throws StreamDamage {
    cursor.begin(piece(1, 0));
    cursor.begin(piece(2, 0));
    assertEquals("activation 1 begins twice", damage(() -> cursor.begin(piece(1, 0))));
    assertEquals("BEGIN of activation 3 with sequence 1", damage(() -> cursor.begin(piece(3, 1))));
    assertEquals("BEGIN of activation 0 with sequence 0", damage(() -> cursor.begin(piece(0, 0))));
  }

  @Test
  void piecesMustBeInOrder() throws StreamDamage {
    cursor.begin(piece(1, 0));
    cursor.begin(piece(2, 0));
    assertEquals("RESUME 2 of activation 1 out of order", damage(() -> cursor.resume(piece(1, 2))));
  }

  @Test
  void anAbandonedActivationCannotBeResumed() throws StreamDamage {
    cursor.begin(piece(1, 0));
    cursor.abandon();
    cursor.abandon();
    assertEquals(0, threads.liveActivations());
    assertThrows(StreamDamage.class, () -> cursor.resume(piece(1, 1)));
  }

  @Test
  void aPieceOnSharedStreamsWaitsForItsPredecessor() throws StreamDamage {
    ActivationCursor first = new ActivationCursor(carriers);
    ActivationCursor second = new ActivationCursor(carriers);
    second.beginPass(1);
    assertFalse(second.resume(piece(1, 1)));
    assertFalse(second.awaitedIsReady());
    first.begin(piece(1, 0));
    first.begin(piece(2, 0));
    assertTrue(second.awaitedIsReady());
    assertTrue(second.resume(piece(1, 1)));
  }

  /**
   * The holder is the stream that has the activation's previous piece. Some words of that piece may
   * still be unread.
   */
  @Test
  void aPieceWaitsUntilItsHolderHasBeenReadToTheEnd() throws StreamDamage {
    ActivationCursor holder = new ActivationCursor(carriers);
    ActivationCursor other = new ActivationCursor(carriers);
    holder.beginPass(1);
    other.beginPass(1);
    holder.begin(piece(1, 0));
    holder.afterBatch();
    assertFalse(other.resume(piece(1, 1)));
    holder.atEnd();
    assertFalse(
        other.awaitedIsReady(),
        "the holder may have been read to its end before the RESUME was seen");
    holder.beginPass(2);
    holder.atEnd();
    assertTrue(other.awaitedIsReady());
  }

  @Test
  void aHolderLosesAnActivationThatWasTakenOver() throws StreamDamage {
    ActivationCursor holder = new ActivationCursor(carriers);
    ActivationCursor other = new ActivationCursor(carriers);
    holder.begin(piece(1, 0));
    holder.afterBatch();
    other.resume(piece(1, 1));
    holder.beginPass(1);
    holder.atEnd();
    assertTrue(other.resume(piece(1, 1)));
    holder.beforeBatch();
    assertEquals(NONE, holder.state());
    other.beforeBatch();
    assertNotEquals(NONE, other.state());
  }

  /**
   * The holder still remembers the state of the ended activation. Another activation has that state
   * now.
   */
  @Test
  void aHolderLosesAnActivationThatEndedElsewhere() throws StreamDamage {
    ActivationCursor holder = new ActivationCursor(carriers);
    ActivationCursor other = new ActivationCursor(carriers);
    holder.begin(piece(1, 0));
    holder.afterBatch();
    other.resume(piece(1, 1));
    holder.beginPass(1);
    holder.atEnd();
    other.resume(piece(1, 1));
    other.end();
    other.begin(piece(2, 0));
    holder.beforeBatch();
    assertEquals(NONE, holder.state());
  }
}

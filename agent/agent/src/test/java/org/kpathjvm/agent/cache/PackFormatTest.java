package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PackFormatTest {
  private static final byte[] ORIGINAL = {1, 2};
  private static final byte[] CONTENT = {5, 6, 7};
  private static final byte[] ENTRY = PackFormat.entry(ORIGINAL, CONTENT);

  @Test
  void anEntryIsReadAtAnyOffset() {
    byte[] bytes = new byte[ENTRY.length + 20];
    System.arraycopy(ENTRY, 0, bytes, 9, ENTRY.length);
    assertEquals(PackFormat.HEADER_BYTES + 5, ENTRY.length);
    assertEquals(ENTRY.length, PackFormat.length(bytes, 9));
    assertEquals(PackFormat.key(ORIGINAL), PackFormat.key(bytes, 9));
    assertTrue(PackFormat.isWhole(bytes, 9, ENTRY.length));
    assertArrayEquals(CONTENT, PackFormat.content(bytes, 9, ENTRY.length, ORIGINAL));
    assertEquals(-1, PackFormat.length(bytes, 8));
  }

  @Test
  void anyChangeAfterTheMagicIsDetected() {
    for (int at = 4; at < ENTRY.length; at++) {
      byte[] changed = ENTRY.clone();
      changed[at] ^= 0x10;
      assertFalse(PackFormat.isWhole(changed, 0, ENTRY.length), "byte " + at);
    }
    assertFalse(PackFormat.isWhole(ENTRY, 0, ENTRY.length - 1));
  }

  @Test
  void negativeLengthsAreInvalid() {
    for (int at : new int[] {12, 16}) {
      byte[] changed = ENTRY.clone();
      changed[at] = -1;
      assertEquals(-1, PackFormat.length(changed, 0));
    }
  }

  @Test
  void anEntryHasNoContentForAnotherOriginal() {
    assertNull(PackFormat.content(ENTRY, 0, ENTRY.length, new byte[] {1, 3}));
    assertNull(PackFormat.content(ENTRY, 0, ENTRY.length, new byte[] {1}));
    assertNull(PackFormat.content(ENTRY, 0, ENTRY.length, new byte[] {1, 2, 5}));
    assertNotEquals(PackFormat.key(ORIGINAL), PackFormat.key(new byte[] {1, 3}));
    assertNotEquals(PackFormat.key(new byte[1]), PackFormat.key(new byte[2]));
  }
}

package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_CLOSED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_GOES_ON;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.runtime.layout.PackedWord;

class PackedPathsTest {
  private static PackedPaths packed(int control, int first, long word) throws StreamDamage {
    PackedPaths packed = new PackedPaths();
    packed.set(PACKED + control, first, (int) word, (int) (word >>> 32));
    return packed;
  }

  private static long word(int bits, int... paths) {
    long word = PackedWord.empty(bits);
    for (int path : paths) {
      word = word << bits | path;
    }
    return word;
  }

  @Property
  void packedPathsAreUnpackedInOrder(
      @ForAll @IntRange(min = 1, max = PackedWord.MOST_BITS) int bits,
      @ForAll @Size(min = 1, max = 63) int[] numbers)
      throws StreamDamage {
    int[] paths =
        Arrays.stream(numbers)
            .limit(PackedWord.capacity(bits))
            .map(number -> number & (int) ((1L << bits) - 1))
            .toArray();
    PackedPaths packed = packed(PACKED_GOES_ON + bits, 1000, word(bits, paths));
    assertEquals(paths.length, packed.count());
    assertEquals(bits, packed.bits());
    assertEquals(1000, packed.firstId());
    assertArrayEquals(
        Arrays.stream(paths).map(path -> 1000 + path).toArray(),
        Arrays.copyOf(packed.ids(), packed.count()));
    assertEquals(1000L + Arrays.stream(paths).max().getAsInt(), packed.highestId());
    assertEquals(packed.count() == PackedWord.capacity(bits), word(bits, paths) < 0);
  }

  @Test
  void pathsAreReadWithoutTheMarkerBit() throws StreamDamage {
    PackedPaths packed = packed(PACKED_GOES_ON + 4, 7, word(4, 1, 0, 15));
    assertEquals(0x10F, packed.paths());
    assertEquals(3, packed.count());
    assertEquals(22, packed.highestId());
  }

  @ParameterizedTest
  @CsvSource({
    PACKED_GOES_ON + ", false, false, false",
    PACKED_LAST + ", false, true, false",
    PACKED_CLOSED + ", false, false, true",
    PACKED_WHOLE + PACKED_LAST + ", true, true, false",
    PACKED_WHOLE + PACKED_CLOSED + ", true, false, true"
  })
  void theKindDeterminesTheThreeFlags(int kind, boolean whole, boolean last, boolean closed)
      throws StreamDamage {
    PackedPaths packed = packed(kind + 3, 1, word(3, 2));
    assertEquals(whole, packed.isWhole());
    assertEquals(last, packed.isLast());
    assertEquals(closed, packed.isClosed());
  }

  @ParameterizedTest
  @ValueSource(ints = {PACKED_WHOLE, PACKED_LAST + PACKED_CLOSED, 7 << 5})
  void invalidKindsAreDamage(int kind) {
    assertThrows(StreamDamage.class, () -> packed(kind + 3, 1, word(3, 2)));
  }

  @Test
  void invalidWordsAreDamage() {
    assertThrows(StreamDamage.class, () -> packed(PACKED_GOES_ON + 3, 1, 0));
    assertThrows(StreamDamage.class, () -> packed(PACKED_GOES_ON + 3, 1, word(3)));
    assertThrows(StreamDamage.class, () -> packed(PACKED_GOES_ON + 3, 1, 1L << 4));
    assertThrows(StreamDamage.class, () -> packed(PACKED_GOES_ON, 1, word(3, 2)));
    assertFalse(PackedWord.count(word(5), 5) != 0);
    assertTrue(PackedWord.count(1, 5) < 0);
  }
}

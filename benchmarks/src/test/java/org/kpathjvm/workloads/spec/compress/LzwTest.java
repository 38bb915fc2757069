package org.kpathjvm.workloads.spec.compress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LzwTest {
  private final LzwCompressor compressor = new LzwCompressor();
  private final LzwDecompressor decompressor = new LzwDecompressor();

  @Test
  void restoresAllKindsOfInput() {
    byte[] noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    byte[] runs = new byte[100_000];
    byte[] mixed = joined(letters('a', 4), letters('A', 26));
    for (byte[] original : new byte[][] {{}, {7}, {7, 7}, {-1, 0, -1}, noise, runs, mixed}) {
      byte[] packed = compressor.compress(original);
      assertArrayEquals(original, decompressor.decompress(packed, original.length));
    }
  }

  @Test
  void writesTheCodesOfLzw() {
    // After the byte a, each new string is used at once: aa (code 257), then aaa (code 258).
    byte[] packed = compressor.compress("aaaaaa".getBytes(StandardCharsets.US_ASCII));
    assertArrayEquals(new int[] {'a', 257, 258}, codesOfNineBits(packed, 3));
    packed = compressor.compress("ababcab".getBytes(StandardCharsets.US_ASCII));
    assertArrayEquals(new int[] {'a', 'b', 257, 'c', 257}, codesOfNineBits(packed, 5));
  }

  @Test
  void compressesText() {
    byte[] text = "to be or not to be ".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    assertTrue(compressor.compress(text).length < text.length / 10);
  }

  @Test
  void forgetsStringsThatNoLongerHelp() {
    byte[] before = letters('a', 4);
    byte[] after = letters('A', 26);
    int apart = compressor.compress(before).length + compressor.compress(after).length;
    // With only the first text's strings, each byte of the second text would take a whole code.
    assertEquals(apart, compressor.compress(joined(before, after)).length, 0.05 * apart);
  }

  @Test
  void brokenInputIsRefused() {
    byte[] packed = compressor.compress("abcabcabc".getBytes(StandardCharsets.US_ASCII));
    IllegalArgumentException tooShort =
        assertThrows(
            IllegalArgumentException.class, () -> decompressor.decompress(packed, 1_000_000));
    assertEquals("the compressed bytes end too early", tooShort.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> decompressor.decompress(new byte[] {(byte) 0xFF, 1}, 5));
  }

  private static byte[] letters(char first, int count) {
    Random random = new Random(count);
    byte[] text = new byte[1_000_000];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (first + random.nextInt(count));
    }
    return text;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static int[] codesOfNineBits(byte[] packed, int count) {
    int[] codes = new int[count];
    for (int bit = 0; bit < 9 * count; bit++) {
      int value = packed[bit / 8] >> (bit % 8) & 1;
      codes[bit / 9] |= value << (bit % 9);
    }
    return codes;
  }
}

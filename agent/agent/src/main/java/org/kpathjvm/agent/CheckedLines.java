package org.kpathjvm.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * JSON objects, one a line, whose last member is a checksum of what stands before it: {@code
 * {"a":1,"crc32":"89abcdef"}}. Readers use no line whose checksum is another one.
 *
 * <p>CRC-32 is in java.base and in Python's standard library (zlib), HotSpot has an intrinsic for
 * it, and it finds each error of up to 32 bits in a row. An attacker isn't its concern: who can
 * write to a recording can write a checksum, too.
 */
final class CheckedLines {
  private static final byte[] MEMBER = ",\"crc32\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\"}\n".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 8;

  /** Bytes that a line gets longer by: its own brace and line feed are in {@link #END}. */
  static final int MORE_BYTES = MEMBER.length + DIGITS + END.length - 2;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private CheckedLines() {}

  /**
   * Returns lines with their checksums.
   *
   * @param lines whole ones: each an object with a member at least, and a line feed
   */
  static byte[] of(byte[] lines) {
    int count = 0;
    for (byte one : lines) {
      count += one == '\n' ? 1 : 0;
    }
    ByteBuffer checked = ByteBuffer.allocate(lines.length + count * MORE_BYTES);
    CRC32 checksum = new CRC32();
    int start = 0;
    for (int at = 0; at < lines.length; at++) {
      if (lines[at] == '\n') {
        int length = at - 1 - start;
        checksum.reset();
        checksum.update(lines, start, length);
        checked.put(lines, start, length).put(MEMBER).put(digits(checksum)).put(END);
        start = at + 1;
      }
    }
    return checked.array();
  }

  /** Returns a checksum as it is written. */
  static String hex(CRC32 checksum) {
    return new String(digits(checksum), StandardCharsets.US_ASCII);
  }

  private static byte[] digits(CRC32 checksum) {
    int value = (int) checksum.getValue();
    byte[] digits = new byte[DIGITS];
    for (int place = 0; place < DIGITS; place++) {
      digits[place] = HEX[value >>> 4 * (DIGITS - 1 - place) & 15];
    }
    return digits;
  }
}

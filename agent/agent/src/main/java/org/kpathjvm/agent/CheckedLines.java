package org.kpathjvm.agent;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * JSON objects, one on each line. The last member of each object is a checksum of everything before
 * it on the line: {@code {"a":1,"crc32":"89abcdef"}}. Readers reject a line whose checksum is
 * wrong.
 *
 * <p>CRC-32 is in java.base and in Python's standard library (zlib), and HotSpot has an intrinsic
 * for it. CRC-32 doesn't protect against attackers: anybody who can write to a recording can
 * compute a checksum, too.
 */
final class CheckedLines {
  private static final byte[] MEMBER = ",\"crc32\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\"}\n".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 8;

  /**
   * The number of bytes that a checksum adds to a line. The brace and the line feed in {@link #END}
   * aren't counted, because a line without a checksum has them, too.
   */
  static final int MORE_BYTES = MEMBER.length + DIGITS + END.length - 2;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private CheckedLines() {}

  /**
   * Returns the lines with a checksum added to each.
   *
   * @param lines complete lines: each is an object with at least one member, followed by a line
   *     feed
   */
  static byte[] of(byte[] lines) {
    // Each byte becomes a character, so that String.indexOf finds the line feeds. A loop over the
    // bytes would be slower, because it wouldn't be compiled yet.
    String text = new String(lines, StandardCharsets.ISO_8859_1);
    Utf8Text checked = new Utf8Text(lines.length + lines.length / 16 + MORE_BYTES);
    CRC32 checksum = new CRC32();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      int brace = end - 1;
      checksum.reset();
      checksum.update(lines, start, brace - start);
      checked.append(lines, start, brace);
      checked.append(MEMBER, 0, MEMBER.length);
      checked.append(digits(checksum), 0, DIGITS);
      checked.append(END, 0, END.length);
      start = end + 1;
    }
    return checked.toBytes();
  }

  /** Returns a checksum as eight hexadecimal digits. */
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

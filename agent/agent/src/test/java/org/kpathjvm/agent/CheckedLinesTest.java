package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class CheckedLinesTest {
  private static final Pattern LINE =
      Pattern.compile("(\\{.*),\"crc32\":\"([0-9a-f]{8})\"\\}", Pattern.DOTALL);

  /** Asserts that every line of a text ends with a checksum of the rest of the line. */
  static void assertChecked(String text) {
    assertTrue(text.endsWith("}\n"), text);
    for (String line : text.split("\n")) {
      Matcher parts = LINE.matcher(line);
      assertTrue(parts.matches(), line);
      CRC32 checksum = new CRC32();
      checksum.update(parts.group(1).getBytes(StandardCharsets.UTF_8));
      assertEquals(String.format("%08x", checksum.getValue()), parts.group(2), line);
    }
  }

  private static String checked(String lines) {
    return new String(
        CheckedLines.of(lines.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  @Test
  void eachLineEndsWithItsChecksum() {
    // Python's zlib.crc32 gives the same checksums.
    assertEquals("{\"a\":1,\"crc32\":\"a702fc6e\"}\n", checked("{\"a\":1}\n"));
    assertEquals(
        "{\"n\":\"h\u00e9\",\"crc32\":\"0559cf1e\"}\n{\"a\":1,\"crc32\":\"a702fc6e\"}\n",
        checked("{\"n\":\"h\u00e9\"}\n{\"a\":1}\n"));
  }

  @Test
  void anEmptyTextStaysEmpty() {
    assertEquals("", checked(""));
  }

  @Test
  void aChecksumKeepsItsLeadingZeros() {
    String line = "{\"a\":21}\n";
    assertTrue(checked(line).contains(":\"0"), checked(line));
    assertChecked(checked(line));
  }
}

package org.kpathjvm.workloads;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;

/**
 * What an iteration made, and whether it is what was to be made.
 *
 * @param classes number of classes
 * @param tags number of task tags that the scanner found
 * @param digest SHA-256 in hex over the classes in the order of their names
 */
record Outcome(int classes, int tags, String digest) {

  /**
   * Digests classes: for each, its name in UTF-8, the number of its bytes as 4 bytes, its bytes.
   *
   * @param classes bytes by internal name
   */
  static Outcome of(SortedMap<String, byte[]> classes, int tags) {
    MessageDigest sha256 = sha256();
    classes.forEach(
        (name, bytes) -> {
          sha256.update(name.getBytes(StandardCharsets.UTF_8));
          sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
          sha256.update(bytes);
        });
    return new Outcome(classes.size(), tags, HexFormat.of().formatHex(sha256.digest()));
  }

  /**
   * Compares with what the options expect.
   *
   * @throws StandInFailure naming the first value that differs, or if no task tag was found
   */
  void check(Options expected) throws StandInFailure {
    if (tags == 0) {
      throw wrong("no task tag was found, so Scanner.checkTaskTag did not do its work");
    }
    if (expected.expectedClasses() >= 0) {
      compare("classes", classes, expected.expectedClasses());
    }
    if (expected.expectedTags() >= 0) {
      compare("task tags", tags, expected.expectedTags());
    }
    if (expected.expectedDigest() != null) {
      compare("digest", digest, expected.expectedDigest());
    }
  }

  private static void compare(String what, Object actual, Object expected) throws StandInFailure {
    if (!actual.equals(expected)) {
      throw wrong(what + ": expected " + expected + ", got " + actual);
    }
  }

  private static StandInFailure wrong(String message) {
    return new StandInFailure(StandInFailure.WRONG_RESULT, message);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
  }
}

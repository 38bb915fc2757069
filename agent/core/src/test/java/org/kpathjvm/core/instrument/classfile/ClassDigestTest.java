package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ClassDigestTest {
  /** The expected digest is the first half of the hash that FIPS 180-4 gives for "abc". */
  @Test
  void theDigestIsTheFirstHalfOfTheSha256() {
    byte[] digest = ClassDigest.of("abc".getBytes(StandardCharsets.US_ASCII));
    assertEquals("ba7816bf8f01cfea414140de5dae2223", ClassDigest.hexadecimal(digest));
  }
}

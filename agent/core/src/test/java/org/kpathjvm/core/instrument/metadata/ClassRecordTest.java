package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.numbering.CutMode;

class ClassRecordTest {
  private static final byte[] ORIGINAL = new GeneratedClass().f(SmallMethods::loop).bytes();

  private static String origin(byte[] original) {
    ClassRecord record =
        new ClassRecord(new SampleCode(ORIGINAL, "f").facts, "app", original, CutMode.BACK_EDGE);
    return new String(record.originMembers, StandardCharsets.UTF_8);
  }

  @Test
  void theDigestIsTheFirstHalfOfTheClassFilesSha256() throws Exception {
    StringBuilder hex = new StringBuilder();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(ORIGINAL);
    for (int i = 0; i < 16; i++) {
      hex.append(String.format("%02x", hash[i]));
    }
    assertTrue(origin(ORIGINAL).contains("\"digest\":\"" + hex + "\""), origin(ORIGINAL));
  }

  @Test
  void membersDescribeTheClass() {
    ClassRecord record =
        new ClassRecord(new SampleCode(ORIGINAL, "f").facts, "app", ORIGINAL, CutMode.LOOP_HEADER);
    assertEquals("\"class\":\"Generated\"", new String(record.classMember, StandardCharsets.UTF_8));
    assertEquals("\"cut\":\"loop-header\"", new String(record.cutMember, StandardCharsets.UTF_8));
    assertEquals("app", record.loaderName);
    assertTrue(origin(ORIGINAL).endsWith("\"source\":null"), origin(ORIGINAL));
  }
}

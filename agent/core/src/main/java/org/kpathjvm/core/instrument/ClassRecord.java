package org.kpathjvm.core.instrument;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.kpathjvm.core.numbering.CutMode;

/** What the records of a class's methods have in common. */
final class ClassRecord {
  private static final int DIGEST_BYTES = 16;

  final String className;
  final String loaderName;
  final String sourceFile;

  /** The members of every method's line that are the same in all of them, as text. */
  final String classMember;

  final String originMembers;
  final String cutMember;

  ClassRecord(ClassFacts facts, String loaderName, byte[] original, CutMode cut) {
    className = facts.name;
    sourceFile = facts.sourceFile;
    this.loaderName = loaderName;
    classMember = new JsonWriter().name("class").value(className).toString();
    originMembers =
        new JsonWriter()
            .name("loader")
            .value(loaderName)
            .name("digest")
            .value(digest(original))
            .name("source")
            .value(sourceFile)
            .toString();
    cutMember = new JsonWriter().name("cut").value(cut.label()).toString();
  }

  /** The first half of the class file's SHA-256, in hexadecimal. */
  private static String digest(byte[] original) {
    byte[] hash;
    try {
      hash = MessageDigest.getInstance("SHA-256").digest(original);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    StringBuilder hex = new StringBuilder(2 * DIGEST_BYTES);
    for (int i = 0; i < DIGEST_BYTES; i++) {
      hex.append(Character.forDigit(hash[i] >> 4 & 15, 16))
          .append(Character.forDigit(hash[i] & 15, 16));
    }
    return hex.toString();
  }
}

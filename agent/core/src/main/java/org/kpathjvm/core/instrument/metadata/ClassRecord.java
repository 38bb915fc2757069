package org.kpathjvm.core.instrument.metadata;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;

/** What the records of a class's methods have in common. */
public final class ClassRecord {
  private static final int DIGEST_BYTES = 16;

  /** Cloned for each class: to look it up among the providers takes as long as a small class. */
  private static final MessageDigest SHA_256 = sha256();

  final String className;
  final String loaderName;
  final String sourceFile;

  /** The members of every method's line that are the same in all of them, encoded. */
  final byte[] classMember;

  final byte[] originMembers;
  final byte[] cutMember;

  public ClassRecord(ClassFacts facts, String loaderName, byte[] original, CutMode cut) {
    className = facts.name;
    sourceFile = facts.sourceFile;
    this.loaderName = loaderName;
    classMember = new JsonWriter().put("class", className).toBytes();
    originMembers =
        new JsonWriter().put("digest", digest(original)).put("source", sourceFile).toBytes();
    cutMember = new JsonWriter().put("cut", cut.label()).toBytes();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The first half of the class file's SHA-256, in hexadecimal. */
  private static String digest(byte[] original) {
    byte[] hash;
    try {
      hash = ((MessageDigest) SHA_256.clone()).digest(original);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
    }
    StringBuilder hex = new StringBuilder(2 * DIGEST_BYTES);
    for (int i = 0; i < DIGEST_BYTES; i++) {
      hex.append(Character.forDigit(hash[i] >> 4 & 15, 16))
          .append(Character.forDigit(hash[i] & 15, 16));
    }
    return hex.toString();
  }
}

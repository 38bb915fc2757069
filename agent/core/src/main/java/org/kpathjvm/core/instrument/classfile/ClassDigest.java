package org.kpathjvm.core.instrument.classfile;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** What class files are told apart by: the first half of their SHA-256. */
public final class ClassDigest {
  private static final int BYTES = 16;

  /** Cloned for each class: to look it up among the providers takes as long as a small class. */
  private static final MessageDigest SHA_256 = sha256();

  private ClassDigest() {}

  /** The digest of a class file. */
  public static byte[] of(byte[] classFile) {
    try {
      MessageDigest digest = (MessageDigest) SHA_256.clone();
      return Arrays.copyOf(digest.digest(classFile), BYTES);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
    }
  }

  /** As metadata has it. */
  public static String hexadecimal(byte[] digest) {
    StringBuilder hex = new StringBuilder(2 * digest.length);
    for (byte each : digest) {
      hex.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    return hex.toString();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

package org.kpathjvm.core.instrument.classfile;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Computes the digest by which class files are distinguished: the first half of their SHA-256. */
public final class ClassDigest {
  private static final int BYTES = 16;

  /**
   * A prototype that is cloned for each class. Finding the algorithm among the security providers
   * would take as long as instrumenting a small class.
   */
  private static final MessageDigest SHA_256 = sha256();

  private ClassDigest() {}

  /** Returns the digest of a class file, 16 bytes. */
  public static byte[] of(byte[] classFile) {
    try {
      MessageDigest digest = (MessageDigest) SHA_256.clone();
      return Arrays.copyOf(digest.digest(classFile), BYTES);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can't be cloned", e);
    }
  }

  /** Returns a digest in hexadecimal, as it is written in metadata. */
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
      throw new IllegalStateException("the JDK has no SHA-256", e);
    }
  }
}

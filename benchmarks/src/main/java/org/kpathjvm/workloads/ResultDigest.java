package org.kpathjvm.workloads;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The SHA-256 digest of an iteration's result.
 *
 * <p>Every value is added together with its kind. The length of a string or an array is added too,
 * so that the strings {@code "ab"} and {@code "c"} have a different digest than {@code "a"} and
 * {@code "bc"}. A double is added as 64 bits, and all NaNs have the same bits.
 */
public final class ResultDigest {
  private final MessageDigest sha256;
  private final List<String> counts = new ArrayList<>();

  /** Creates an empty digest. */
  public ResultDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
  }

  /** Adds a string. */
  public ResultDigest add(String text) {
    return sized('s', text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public ResultDigest add(byte[] bytes) {
    return sized('b', bytes);
  }

  /** Adds a whole number. */
  public ResultDigest add(long number) {
    return numbers('l', ByteBuffer.allocate(Long.BYTES).putLong(number));
  }

  /** Adds a number as 64 bits. */
  public ResultDigest add(double number) {
    return numbers('d', ByteBuffer.allocate(Double.BYTES).putDouble(canonical(number)));
  }

  /** Adds whole numbers. */
  public ResultDigest add(int[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Integer.BYTES));
    buffer.asIntBuffer().put(numbers);
    return sized('I', buffer.array());
  }

  /** Adds whole numbers. */
  public ResultDigest add(long[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Long.BYTES));
    buffer.asLongBuffer().put(numbers);
    return sized('L', buffer.array());
  }

  /** Adds numbers, each as 64 bits. */
  public ResultDigest add(double[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Double.BYTES));
    for (double number : numbers) {
      buffer.putDouble(canonical(number));
    }
    return sized('D', buffer.array());
  }

  /**
   * Adds a count. The iteration's message shows the count, for example as "149 classes".
   *
   * @param what what was counted, in the plural, such as "classes"
   */
  public ResultDigest count(String what, long number) {
    counts.add(number + " " + what);
    return add(what).add(number);
  }

  /**
   * Returns what was counted, such as "149 classes, 38 task tags"; empty if nothing was counted.
   */
  String counts() {
    return String.join(", ", counts);
  }

  /** Returns the digest in hex. After this call, the instance must not be used. */
  String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static double canonical(double number) {
    return Double.isNaN(number) ? Double.NaN : number;
  }

  private ResultDigest numbers(char kind, ByteBuffer number) {
    sha256.update((byte) kind);
    sha256.update(number.flip());
    return this;
  }

  private ResultDigest sized(char kind, byte[] bytes) {
    sha256.update((byte) kind);
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    sha256.update(bytes);
    return this;
  }
}

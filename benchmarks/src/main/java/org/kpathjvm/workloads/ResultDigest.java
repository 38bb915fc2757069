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
 * <p>Every value goes into the digest with its kind and, where it has one, its length, so that
 * {@code "ab"}, {@code "c"} differs from {@code "a"}, {@code "bc"}. A double goes in by its 64
 * bits, and all NaNs are equal. Counts go in, too, and are shown in the iteration's message.
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

  /** Adds a number, bit for bit. */
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

  /** Adds numbers, bit for bit. */
  public ResultDigest add(double[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Double.BYTES));
    for (double number : numbers) {
      buffer.putDouble(canonical(number));
    }
    return sized('D', buffer.array());
  }

  /**
   * Adds a count. The iteration's message shows it, for example as "149 classes".
   *
   * @param what a plural, such as "classes"
   */
  public ResultDigest count(String what, long number) {
    counts.add(number + " " + what);
    return add(what).add(number);
  }

  /** Returns what was counted, such as "149 classes, 38 task tags"; empty if nothing was. */
  String counts() {
    return String.join(", ", counts);
  }

  /** Returns the digest in hex. Afterwards, this instance can't be used. */
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

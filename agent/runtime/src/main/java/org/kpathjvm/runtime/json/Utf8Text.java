package org.kpathjvm.runtime.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing string in UTF-8. The agent writes its metadata from such strings to a file, so that it
 * needs no copy in UTF-16.
 */
public final class Utf8Text {
  private byte[] bytes;
  private int size;

  public Utf8Text(int capacity) {
    bytes = new byte[capacity];
  }

  /** Appends an ASCII character. */
  public void ascii(char character) {
    reserve(1);
    bytes[size++] = (byte) character;
  }

  /** Appends ASCII characters. */
  @SuppressWarnings("deprecation") // getBytes drops the high byte of each character, which is 0.
  void ascii(String text) {
    int length = text.length();
    reserve(length);
    text.getBytes(0, length, bytes, size);
    size += length;
  }

  /** Appends a string, which UTF-8 must be able to encode. */
  void any(String text) {
    append(text.getBytes(StandardCharsets.UTF_8));
  }

  void append(byte[] encoded) {
    append(encoded, 0, encoded.length);
  }

  /**
   * Appends a range of bytes of text in UTF-8.
   *
   * @param from the index of the first byte
   * @param to the index after the last byte
   */
  public void append(byte[] encoded, int from, int to) {
    reserve(to - from);
    System.arraycopy(encoded, from, bytes, size, to - from);
    size += to - from;
  }

  /** Appends a number in decimal digits. */
  public void number(long value) {
    if (value < 0) {
      ascii(Long.toString(value));
      return;
    }
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    reserve(digits);
    long rest = value;
    for (int place = size + digits - 1; place >= size; place--) {
      bytes[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
  }

  /** Returns the number of bytes so far. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}

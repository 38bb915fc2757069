package org.kpathjvm.workloads.spec.compress;

import java.util.Arrays;

/** Packs codes of varying width into bytes, lowest bit first. */
final class CodeWriter {
  private byte[] bytes = new byte[0];
  private int length;
  private long pending;
  private int pendingBits;

  /**
   * Discards all codes, and makes room for the codes of {@code inputLength} bytes, even of bytes
   * that can't be compressed.
   */
  void start(int inputLength) {
    // Each input byte makes at most one code of at most 16 bits. Many codes have fewer bits, so
    // there is room for the few FORGET codes.
    int room = 2 * inputLength + Long.BYTES;
    if (bytes.length < room) {
      bytes = new byte[room];
    }
    length = 0;
    pending = 0;
    pendingBits = 0;
  }

  void write(int code, int bits) {
    pending |= (long) code << pendingBits;
    pendingBits += bits;
    while (pendingBits >= Byte.SIZE) {
      bytes[length++] = (byte) pending;
      pending >>>= Byte.SIZE;
      pendingBits -= Byte.SIZE;
    }
  }

  /** Returns the number of whole bytes that have been written so far. */
  int length() {
    return length;
  }

  byte[] finish() {
    if (pendingBits > 0) {
      bytes[length++] = (byte) pending;
    }
    return Arrays.copyOf(bytes, length);
  }
}

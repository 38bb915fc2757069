package org.kpathjvm.workloads.spec.compress;

/** Bytes, read one by one. */
final class ByteSource {
  private final byte[] bytes;
  private int position;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  /** How many were read. */
  int position() {
    return position;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  /** The next one, from 0 to 255; there must be one. */
  int next() {
    return bytes[position++] & 0xFF;
  }
}

package org.kpathjvm.workloads.spec.compress;

/** Bytes, which are read one by one. */
final class ByteSource {
  private final byte[] bytes;
  private int position;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  int position() {
    return position;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  /** Returns the next byte, from 0 to 255. The source must not be at its end. */
  int next() {
    return bytes[position++] & 0xFF;
  }
}

package org.kpathjvm.workloads.spec.compress;

/** Bytes of which the last one is taken first. */
final class ByteStack {
  private final byte[] bytes;
  private int depth;

  ByteStack(int most) {
    bytes = new byte[most];
  }

  int depth() {
    return depth;
  }

  void clear() {
    depth = 0;
  }

  void push(byte value) {
    bytes[depth++] = value;
  }

  byte pop() {
    return bytes[--depth];
  }
}

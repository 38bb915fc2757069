package org.kpathjvm.workloads.spec.compress;

/** A stack of bytes. */
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

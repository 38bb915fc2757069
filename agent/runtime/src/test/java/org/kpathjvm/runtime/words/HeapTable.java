package org.kpathjvm.runtime.words;

/** A table whose memory can be limited. */
final class HeapTable extends TailTable {
  int doublings = Integer.MAX_VALUE;

  @Override
  protected long[] larger(int length) {
    return doublings-- > 0 ? new long[2 * length] : null;
  }
}

package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpathjvm.engine.counting.FoldedContexts;

/**
 * The content of a {@link FoldedContexts} in direct buffers in native byte order. There is one
 * entry for each pair of a path and a context's length whose {@linkplain FoldedContexts#folded
 * count} isn't 0.
 *
 * @param paths int, path id
 * @param lengths int, lengths of contexts, from 1 to k-1
 * @param counts long, the {@linkplain FoldedContexts#folded count} of the path and the length
 */
public record FoldedBuffers(ByteBuffer paths, ByteBuffer lengths, ByteBuffer counts) {

  static FoldedBuffers of(FoldedContexts contexts) {
    int rows = 0;
    for (int length = 1; length < contexts.k(); length++) {
      rows += contexts.ids(length).length;
    }
    FoldedBuffers buffers =
        new FoldedBuffers(
            direct(rows, Integer.BYTES), direct(rows, Integer.BYTES), direct(rows, Long.BYTES));
    for (int length = 1; length < contexts.k(); length++) {
      for (int id : contexts.ids(length)) {
        buffers.paths.putInt(id);
        buffers.lengths.putInt(length);
        buffers.counts.putLong(contexts.folded(id, length));
      }
    }
    buffers.paths.rewind();
    buffers.lengths.rewind();
    buffers.counts.rewind();
    return buffers;
  }

  long bytes() {
    return (long) paths.capacity() + lengths.capacity() + counts.capacity();
  }

  private static ByteBuffer direct(int rows, int bytes) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(rows, bytes))
        .order(ByteOrder.nativeOrder());
  }
}

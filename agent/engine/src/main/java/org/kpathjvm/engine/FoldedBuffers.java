package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpathjvm.engine.counting.FoldedContexts;

/**
 * The content of a {@link FoldedContexts} in direct buffers in native byte order. Each pair of a
 * path and a context length has one entry in each buffer, unless the pair's {@linkplain
 * FoldedContexts#folded count} is 0.
 *
 * @param paths an int for each entry: the path's id
 * @param lengths an int for each entry: the context's length, from 1 to k-1
 * @param counts a long for each entry: the {@linkplain FoldedContexts#folded count} of the path and
 *     the length
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

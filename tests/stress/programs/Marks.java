import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A program's own account of what it has done: a counter per thread in a mapped file, which outlives
 * a kill as the segment does. Never instrumented.
 */
final class Marks {
  /** Counters lie in cache lines of their own. */
  private static final int STRIDE_BYTES = 64;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedByteBuffer bytes;

  Marks(String file, int threads) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            Path.of(file),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * STRIDE_BYTES);
    }
  }

  /**
   * Everything before round {@code round} of the thread has been done, nothing behind it has begun:
   * neither the compilers nor the CPU move a store across.
   */
  void begin(int thread, long round) {
    VarHandle.fullFence();
    LONGS.setVolatile(bytes, thread * STRIDE_BYTES, round);
  }

  long round(int thread) {
    return (long) LONGS.getVolatile(bytes, thread * STRIDE_BYTES);
  }
}

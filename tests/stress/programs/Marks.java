import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a program's own account of what it has done: a counter for each thread. The counters are in
 * a mapped file, which survives a kill, as the segment does. This class is never instrumented.
 */
final class Marks {
  /** Each counter lies in a cache line of its own. */
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
   * Notes that a thread begins a round. All stores of the earlier rounds have been done by then,
   * and no store of this or a later round has. Neither the compilers nor the CPU moves a store
   * across this call.
   */
  void begin(int thread, long round) {
    VarHandle.fullFence();
    LONGS.setVolatile(bytes, thread * STRIDE_BYTES, round);
  }

  long round(int thread) {
    return (long) LONGS.getVolatile(bytes, thread * STRIDE_BYTES);
  }
}

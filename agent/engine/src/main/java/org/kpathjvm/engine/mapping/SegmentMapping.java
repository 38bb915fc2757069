package org.kpathjvm.engine.mapping;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * A memory-mapped file, addressed by file offset. A file of any size can be mapped, because it is
 * mapped in windows, of 1 GiB by default. Each window is mapped together with the block after its
 * end, so every field and every block can be accessed through a single window. The byte order is
 * that of the machine.
 */
public final class SegmentMapping {
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int DEFAULT_WINDOW_BITS = 30;
  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final int windowBits;
  private final ByteBuffer[] windows;
  private final IntBuffer[] intWindows;

  private SegmentMapping(int windowBits, int windowCount) {
    this.windowBits = windowBits;
    windows = new ByteBuffer[windowCount];
    intWindows = new IntBuffer[windowCount];
  }

  public static SegmentMapping map(FileChannel file, MapMode mode, long bytes) throws IOException {
    return map(file, mode, bytes, DEFAULT_WINDOW_BITS);
  }

  public static SegmentMapping map(FileChannel file, MapMode mode, long bytes, int windowBits)
      throws IOException {
    long windowBytes = 1L << windowBits;
    int windowCount = Math.toIntExact((bytes + windowBytes - 1) / windowBytes);
    SegmentMapping mapping = new SegmentMapping(windowBits, windowCount);
    for (int window = 0; window < windowCount; window++) {
      long start = window * windowBytes;
      ByteBuffer mapped = file.map(mode, start, Math.min(bytes - start, windowBytes + BLOCK_BYTES));
      mapping.windows[window] = mapped.order(ByteOrder.nativeOrder());
      mapping.intWindows[window] = mapping.windows[window].asIntBuffer();
    }
    return mapping;
  }

  public int intAcquire(long offset) {
    return (int) INTS.getAcquire(windows[window(offset)], inWindow(offset));
  }

  public long longAcquire(long offset) {
    return (long) LONGS.getAcquire(windows[window(offset)], inWindow(offset));
  }

  /** Returns a long at an offset that is a multiple of 4. */
  public long longUnaligned(long offset) {
    return windows[window(offset)].getLong(inWindow(offset));
  }

  /** Returns a part of the file, at most as long as a block, without copying it. */
  public ByteBuffer slice(long offset, int bytes) {
    return windows[window(offset)].slice(inWindow(offset), bytes);
  }

  public void setInt(long offset, int value) {
    INTS.set(windows[window(offset)], inWindow(offset), value);
  }

  public void setLong(long offset, long value) {
    LONGS.set(windows[window(offset)], inWindow(offset), value);
  }

  public void setIntRelease(long offset, int value) {
    INTS.setRelease(windows[window(offset)], inWindow(offset), value);
  }

  /** Copies {@code count} ints, without any memory ordering. */
  public void copyInts(long offset, int[] target, int start, int count) {
    intWindows[window(offset)].get(inWindow(offset) >>> 2, target, start, count);
  }

  /** Fills a part of the file, at most as long as a block, with zeros. */
  public void zero(long offset, int bytes) {
    windows[window(offset)].put(inWindow(offset), ZEROS, 0, bytes);
  }

  private int window(long offset) {
    return (int) (offset >>> windowBits);
  }

  private int inWindow(long offset) {
    return (int) (offset & (1L << windowBits) - 1);
  }
}

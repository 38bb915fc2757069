package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.internal.misc.Unsafe;

/** A zeroed segment in plain memory, which no file backs, for the recorder of this JVM. */
final class HeapSegment {
  private HeapSegment() {}

  /**
   * Makes it the recorder's, which takes its segment once per JVM.
   *
   * @param rows threads that can be counted apart
   */
  static void install(int slots, int blocks, int rows) throws ReflectiveOperationException {
    long descriptorsOffset = HEADER_BYTES + slots * SLOT_BYTES;
    long threadsOffset = descriptorsOffset + blocks * DESCRIPTOR_BYTES;
    long blocksOffset = threadsOffset + rows * THREAD_ROW_BYTES;
    long bytes = blocksOffset + (long) blocks * BLOCK_BYTES;
    Setup.base = Unsafe.getUnsafe().allocateMemory(bytes);
    Unsafe.getUnsafe().setMemory(Setup.base, bytes, (byte) 0);
    Setup.slotsOffset = HEADER_BYTES;
    Setup.slotCount = slots;
    Setup.descriptorsOffset = descriptorsOffset;
    Setup.blockCount = blocks;
    Setup.threadsOffset = threadsOffset;
    Setup.threadRows = rows;
    Setup.blocksOffset = blocksOffset;
    Setup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
  }
}

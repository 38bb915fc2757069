package org.kpathjvm.runtime.recorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;
import org.kpathjvm.runtime.threads.ThreadSetup;

/** A zeroed segment in plain memory, without a file, for the recorder of this JVM. */
final class HeapSegment {
  private HeapSegment() {}

  /**
   * Makes a segment and gives it to the recorder. This works only once in a JVM.
   *
   * @param rows the number of threads that can be counted separately
   */
  static void install(int slots, int blocks, int rows) throws ReflectiveOperationException {
    SegmentGeometry geometry = new SegmentGeometry(slots, blocks, rows);
    Setup.base = Unsafe.getUnsafe().allocateMemory(geometry.totalBytes);
    Unsafe.getUnsafe().setMemory(Setup.base, geometry.totalBytes, (byte) 0);
    ThreadSetup.slots = Setup.base + geometry.offset(Region.SLOTS);
    Setup.descriptors = Setup.base + geometry.offset(Region.DESCRIPTORS);
    Setup.threads = Setup.base + geometry.offset(Region.THREADS);
    Setup.wholes = Setup.base + geometry.offset(Region.WHOLES);
    Setup.blocks = Setup.base + geometry.offset(Region.BLOCKS);
    ThreadSetup.slotCount = slots;
    Setup.blockCount = blocks;
    Setup.threadRows = rows;
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
  }
}

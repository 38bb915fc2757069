package org.kpathjvm.runtime.threads;

import java.lang.invoke.MethodHandle;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** Values about threads. The agent sets them before the recording classes are initialised. */
public final class ThreadSetup {
  private ThreadSetup() {}

  /**
   * The address of the slots in the segment; 0 if there is no segment. Then {@link Slots} allocates
   * memory for the slots.
   */
  public static long slots;

  /** The number of slots, a power of two. */
  public static int slotCount = SegmentLayout.SLOT_COUNT;

  /** A method without parameters that yields the CPU without unmounting a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads; null on JDKs without virtual threads. */
  public static Class<?> carrierClass;
}

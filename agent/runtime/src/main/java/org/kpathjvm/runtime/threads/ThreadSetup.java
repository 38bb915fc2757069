package org.kpathjvm.runtime.threads;

import java.lang.invoke.MethodHandle;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Settings for the other classes of this package. The agent sets the fields before these classes
 * are initialised.
 */
public final class ThreadSetup {
  private ThreadSetup() {}

  /**
   * The address of the slots in the segment. If there is no segment, the address is 0, and {@link
   * Slots} allocates memory for the slots.
   */
  public static long slots;

  /** The number of slots, a power of two. */
  public static int slotCount = SegmentLayout.SLOT_COUNT;

  /** A method without parameters that yields the CPU but doesn't unmount a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads; null on JDKs without virtual threads. */
  public static Class<?> carrierClass;
}

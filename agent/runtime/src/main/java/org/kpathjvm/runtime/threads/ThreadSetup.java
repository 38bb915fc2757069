package org.kpathjvm.runtime.threads;

import java.lang.invoke.MethodHandle;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** What the agent says about threads before the classes that record are initialised. */
public final class ThreadSetup {
  private ThreadSetup() {}

  /** The address of the slots; 0 if they need memory of their own. */
  public static long slots;

  /** The number of slots, a power of two. */
  public static int slotCount = SegmentLayout.SLOT_COUNT;

  /** {@code ()void}: gives the CPU away without unmounting a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads; null on JDKs that have none. */
  public static Class<?> carrierClass;
}

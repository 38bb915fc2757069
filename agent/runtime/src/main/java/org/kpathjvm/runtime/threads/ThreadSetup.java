package org.kpathjvm.runtime.threads;

import java.lang.invoke.MethodHandle;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** What the agent says of threads before the classes that record are initialised. */
public final class ThreadSetup {
  private ThreadSetup() {}

  /** Address of the slots; 0: memory of their own. */
  public static long slots;

  /** A power of two. */
  public static int slotCount = SegmentLayout.SLOT_COUNT;

  /** {@code ()void}: gives the CPU away without unmounting a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads, null on JDKs without them. */
  public static Class<?> carrierClass;
}

package org.kpathjvm.runtime.recorder;

import java.lang.invoke.MethodHandle;

/**
 * What the agent hands to the recorder before its classes are initialised; they copy it into static
 * finals, which the JIT compilers fold.
 */
public final class Setup {
  private Setup() {}

  /** Address of the mapped segment. */
  public static long base;

  /** The mapping; held so that it is never unmapped. */
  public static Object mapping;

  /** Addresses of the segment's regions. */
  public static long slots;

  public static long descriptors;
  public static long threads;
  public static long blocks;

  public static int slotCount;
  public static int blockCount;

  /** Rows for threads' names: 0 when none are wanted. */
  public static int threadRows;

  /** True when nobody frees blocks while the target runs. */
  public static boolean keep;

  /** {@code ()void}: gives the CPU away without unmounting a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads, null on JDKs without them. */
  public static Class<?> carrierClass;
}

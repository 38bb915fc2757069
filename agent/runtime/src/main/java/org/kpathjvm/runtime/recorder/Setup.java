package org.kpathjvm.runtime.recorder;

import java.lang.invoke.MethodHandle;

/**
 * What the agent tells the recorder before its classes are initialised; they copy it into static
 * finals, which the JIT compilers fold.
 */
public final class Setup {
  private Setup() {}

  /** Address of the mapped segment. */
  public static long base;

  /** The mapping; held so that it is never unmapped. */
  public static Object mapping;

  /** Offset of the rows for threads' names, and how many there are: 0 when none are wanted. */
  public static long threadsOffset;

  public static int threadRows;
  public static long slotsOffset;
  public static int slotCount;
  public static long descriptorsOffset;
  public static int blockCount;
  public static long blocksOffset;

  /** True when nobody frees blocks while the target runs. */
  public static boolean keep;

  /** {@code ()void}: gives the CPU away without unmounting a virtual thread. */
  public static MethodHandle yield;

  /** The class of carrier threads, null on JDKs without them. */
  public static Class<?> carrierClass;
}

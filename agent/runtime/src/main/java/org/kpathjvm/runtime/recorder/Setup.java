package org.kpathjvm.runtime.recorder;

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

  /** Addresses of the segment's regions; that of the slots is ThreadSetup's. */
  public static long descriptors;

  public static long threads;
  public static long blocks;

  public static int blockCount;

  /** Blocks of a thread's table of counters; 0: there are no tables. */
  public static int tableBlocks;

  /** Rows for threads' names: 0 when none are wanted. */
  public static int threadRows;

  /**
   * Trips of a counted loop whose paths are written; those beyond are only counted. {@code
   * Integer.MAX_VALUE}: all are written.
   */
  public static int writtenTrips = Integer.MAX_VALUE;

  /**
   * Activation numbers below this one are of an earlier recording of the same JVM: to this one they
   * are activations that have no place in the stream yet.
   */
  public static long firstActivation;

  /** Of the first part: always 0, which the compilers mustn't know. */
  public static long part;

  /** True when nobody frees blocks while the target runs. */
  public static boolean keep;
}

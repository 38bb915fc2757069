package org.kpathjvm.runtime.recorder;

/**
 * The values that the agent passes to the recorder. It sets them before the recorder's classes are
 * initialised. These classes copy the values into static final fields, which the JIT compilers
 * treat as constants. If the agent may detach, it removes {@code final} from these fields, and each
 * recording sets them anew.
 */
public final class Setup {
  private Setup() {}

  /** The address of the mapped segment. */
  public static long base;

  /** A reference to the mapping, which keeps the garbage collector from unmapping the segment. */
  public static Object mapping;

  /**
   * The address of the segment's block descriptors. The next three fields are the addresses of
   * other regions. ThreadSetup has the address of the slots.
   */
  public static long descriptors;

  public static long threads;
  public static long wholes;
  public static long blocks;

  public static int blockCount;

  /** The number of blocks of a thread's table of counters; 0 if there are no tables. */
  public static int tableBlocks;

  /**
   * The number of rows for threads that are counted separately; 0 if the counts of all threads are
   * added up.
   */
  public static int threadRows;

  /** The id of the counter of the first whole word; 0 if whole words have no counters. */
  public static int firstWholeId;

  /**
   * About one in this many written whole words is looked at, to decide whether the word gets a
   * counter. The number is a power of two.
   */
  public static int writtenForALook = 1;

  /**
   * The largest number of trips of a counted loop that are written with their paths. Further trips
   * are only counted. {@code Integer.MAX_VALUE} means that all trips are written.
   */
  public static int writtenTrips = Integer.MAX_VALUE;

  /**
   * The lowest number of an activation of this recording. Lower numbers belong to an earlier
   * recording of the same JVM. If such an activation is still live, it gets a new number when this
   * recording writes a path of it.
   */
  public static long firstActivation;

  /**
   * The number of the first part. It is always 0. It is a variable and not a constant, because
   * javac would copy a constant's value into the code of the probes, where a cut could not replace
   * the value.
   */
  public static long part;

  /** True if no consumer frees blocks while the target runs. */
  public static boolean keep;
}

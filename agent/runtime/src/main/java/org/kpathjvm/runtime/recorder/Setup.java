package org.kpathjvm.runtime.recorder;

/**
 * The values that the agent passes to the recorder, before the recorder's classes are initialised.
 * These classes copy the values into static final fields, which are constants for the JIT
 * compilers. An agent that may detach removes {@code final} from the static final fields, and each
 * recording sets them anew.
 */
public final class Setup {
  private Setup() {}

  /** The address of the mapped segment. */
  public static long base;

  /** A reference to the mapping, lest the garbage collector unmap the segment. */
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

  /** The number of segment blocks in a thread's table of counters; 0 if there are no tables. */
  public static int tableBlocks;

  /**
   * The number of rows for threads that are counted separately; 0 if the counts of all threads are
   * added up.
   */
  public static int threadRows;

  /** The id of the counter of the first whole word; 0 if whole words have no counters. */
  public static int firstWholeId;

  /**
   * One in about this many written whole words is considered for a counter. The number is a power
   * of two.
   */
  public static int writtenForALook = 1;

  /**
   * How many trips a counted loop may write to the stream. Further trips are only counted. {@code
   * Integer.MAX_VALUE} means that all trips are written.
   */
  public static int writtenTrips = Integer.MAX_VALUE;

  /**
   * The lowest activation number of this recording. Lower numbers were handed out by earlier
   * recordings of the same JVM. An activation with a lower number gets a new number when one of its
   * paths is written.
   */
  public static long firstActivation;

  /**
   * The number of the first part, which is always 0. The field isn't final: otherwise javac would
   * copy the value into the code of the probes, where a cut could not replace it.
   */
  public static long part;

  /** True if no consumer frees blocks while the target runs. */
  public static boolean keep;
}

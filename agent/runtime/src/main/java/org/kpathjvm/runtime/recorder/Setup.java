package org.kpathjvm.runtime.recorder;

/**
 * What the agent hands to the recorder before the recorder's classes are initialised. They copy it
 * into static finals, which the JIT compilers fold.
 */
public final class Setup {
  private Setup() {}

  /** The address of the mapped segment. */
  public static long base;

  /** The mapping, held so that it is never unmapped. */
  public static Object mapping;

  /** The addresses of the segment's regions. ThreadSetup has that of the slots. */
  public static long descriptors;

  public static long threads;
  public static long wholes;
  public static long blocks;

  public static int blockCount;

  /** The number of blocks of a thread's table of counters; 0 if there are no tables. */
  public static int tableBlocks;

  /** The number of rows for threads' names; 0 if none are wanted. */
  public static int threadRows;

  /** The id of the counter of the first whole word; 0 if whole words have no counters. */
  public static int firstWholeId;

  /** How many whole words are written for each one that is looked at, about; a power of two. */
  public static int writtenForALook = 1;

  /**
   * How many trips of a counted loop are written with their paths; the others are only counted.
   * {@code Integer.MAX_VALUE} means that all are written.
   */
  public static int writtenTrips = Integer.MAX_VALUE;

  /**
   * Activations with a lower number belong to an earlier recording of the same JVM. This recording
   * treats them as activations that have no place in the stream yet.
   */
  public static long firstActivation;

  /** The number of the first part. It is always 0, but the compilers mustn't know that. */
  public static long part;

  /** True when nobody frees blocks while the target runs. */
  public static boolean keep;
}

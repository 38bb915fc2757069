/**
 * Counts words of packed paths, each word together with the paths before it. The packed k-BLPP
 * profiler uses this package inside the target.
 *
 * <p>The last paths before a word are its <em>tail</em> ({@link org.kpathjvm.runtime.words.Tails}).
 * A method has tails only if k-1 of its path numbers fit into a long. For other methods, {@code
 * WordTable} in the package {@code inline} has the counts. Decision 18 (in docs/decisions)
 * describes the profiler.
 */
package org.kpathjvm.runtime.words;

/**
 * Counts words of packed paths, each word together with the paths before it. The packed k-BLPP
 * profiler uses this package inside the target.
 *
 * <p>The last paths before a word are its <em>tail</em> ({@link org.kpathjvm.runtime.words.Tails}).
 * {@link org.kpathjvm.runtime.words.TailTable} has the counts. {@link
 * org.kpathjvm.runtime.words.WordBatch} collects words, so that many words are looked up in the
 * table together. {@link org.kpathjvm.runtime.words.Credits} decides whether a word is counted as a
 * whole or in pieces. {@link org.kpathjvm.runtime.words.DenseTails} counts pieces in an array.
 * Decision 18 (in docs/decisions) describes the profiler.
 *
 * <p>A method has tails only if its path numbers are so short that k-1 of them fit into a long. For
 * other methods, {@code WordTable} in the package {@code inline} has the counts. {@code Credits} is
 * for all methods.
 */
package org.kpathjvm.runtime.words;

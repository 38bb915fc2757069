/**
 * Counts words of packed paths together with the paths that came before them, for the packed k-BLPP
 * profiler inside the target.
 *
 * <p>What came before a word is its <em>tail</em> ({@link org.kpathjvm.runtime.words.Tails}), and
 * {@link org.kpathjvm.runtime.words.TailTable} has the counts. {@link
 * org.kpathjvm.runtime.words.WordBatch} collects words so that many are looked up at a time. {@link
 * org.kpathjvm.runtime.words.Credits} decides whether a word is counted whole or in pieces, and
 * {@link org.kpathjvm.runtime.words.DenseTails} counts pieces in an array. Decision 18 describes
 * the profiler.
 *
 * <p>The package only handles methods whose k-1 latest paths fit a long. {@code WordTable} in
 * {@code inline} handles the others.
 */
package org.kpathjvm.runtime.words;

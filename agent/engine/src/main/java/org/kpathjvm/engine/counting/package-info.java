/**
 * The interfaces and classes that the counters of sequences share.
 *
 * <p>{@link org.kpathjvm.engine.counting.SequenceCounter} is a counter of n-grams; the engines in
 * {@code contexts} and {@code ksf} implement it. {@link
 * org.kpathjvm.engine.counting.ActivationStates} has the current position of each activation.
 * {@link org.kpathjvm.engine.counting.Sequences} is the form of the counts that is converted in
 * {@code ipf}. {@link org.kpathjvm.engine.counting.CountingMemory} decides whether a counter may
 * grow, and {@link org.kpathjvm.engine.counting.FoldedContexts} bounds the error of a counter that
 * was folded (decision 10).
 *
 * <p>The package itself neither counts sequences nor reads streams.
 */
package org.kpathjvm.engine.counting;

/**
 * What the counters of sequences have in common.
 *
 * <p>{@link org.kpathjvm.engine.counting.SequenceCounter} is a counter of n-grams; the engines in
 * {@code contexts} and {@code ksf} implement it. {@link
 * org.kpathjvm.engine.counting.ActivationStates} says where each activation stands. {@link
 * org.kpathjvm.engine.counting.Sequences} is what a counter hands to the conversion in {@code ipf}.
 * {@link org.kpathjvm.engine.counting.CountingMemory} decides whether a counter may grow, and
 * {@link org.kpathjvm.engine.counting.FoldedContexts} bounds the error of one that was folded
 * (decision 10).
 *
 * <p>The package counts nothing itself, and doesn't read streams.
 */
package org.kpathjvm.engine.counting;

/**
 * The interfaces and classes that the counters of sequences share.
 *
 * <p>{@link org.kpathjvm.engine.counting.SequenceCounter} is the interface of the counters of
 * n-grams in packages {@code contexts} and {@code ksf}. {@link
 * org.kpathjvm.engine.counting.ActivationStates} has the current position of each activation.
 * {@link org.kpathjvm.engine.counting.Sequences} is the form in which package {@code ipf} gets the
 * counts that it converts. {@link org.kpathjvm.engine.counting.CountingMemory} decides whether a
 * counter may grow, and {@link org.kpathjvm.engine.counting.FoldedContexts} bounds the error of a
 * counter that was folded (decision 10 in docs/decisions).
 *
 * <p>This package itself neither counts sequences nor reads streams.
 */
package org.kpathjvm.engine.counting;

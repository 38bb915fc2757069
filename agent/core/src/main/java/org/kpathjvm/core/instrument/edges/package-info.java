/**
 * The scheme that counts edges, and its plan.
 *
 * <p>{@link EdgeScheme} implements edge profiling, with which Ball and Larus compare path profiling
 * in "Efficient Path Profiling". The scheme makes an {@link EdgePlan} for each method.
 *
 * <p>Package {@code org.kpathjvm.core.edges} decides which edges have counters. The Python side
 * computes the counts of the other edges.
 */
package org.kpathjvm.core.instrument.edges;

/**
 * The scheme that counts edges, and its plan.
 *
 * <p>{@link EdgeScheme} is edge profiling, as Ball and Larus describe it in "Efficient Path
 * Profiling" for comparison with path profiling. The scheme makes an {@link EdgePlan} for each
 * method.
 *
 * <p>Package {@code org.kpathjvm.core.edges} decides which edges have counters. The Python side
 * computes the counts of the other edges.
 */
package org.kpathjvm.core.instrument.edges;

/**
 * The scheme that counts edges, and its plan.
 *
 * <p>{@link EdgeScheme} is edge profiling, to which Ball and Larus compare path profiling in
 * "Efficient Path Profiling". It makes an {@link EdgePlan} for each method.
 *
 * <p>Package {@code org.kpathjvm.core.edges} decides which edges have counters. The counts of the
 * other edges are computed by the Python side.
 */
package org.kpathjvm.core.instrument.edges;

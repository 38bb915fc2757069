/**
 * The scheme and the plan that record overlapping paths, in loops and across calls.
 *
 * <p>{@link OverlapScheme} makes an {@link OverlapPlan} for each method. The scheme follows
 * "Extending Path Profiling across Loop Backedges and Procedure Boundaries" (Tallam, Zhang and
 * Gupta). {@link LoopDegrees} gives the degree k of each loop. {@code OverlapTable} and {@code
 * CallTable} write what a reader needs in order to decode extensions and calls.
 *
 * <p>Package {@code overlapping} numbers the extensions, and package {@code calls} has the code
 * that is added around calls. From the counts of overlapping paths, the Python side computes bounds
 * on how often one path was followed by another.
 */
package org.kpathjvm.core.instrument.overlaps;

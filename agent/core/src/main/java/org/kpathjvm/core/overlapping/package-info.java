/**
 * Overlapping paths, from "Extending Path Profiling across Loop Backedges and Procedure Boundaries"
 * (Tallam, Zhang and Gupta, CGO 2004).
 *
 * <p>{@link LoopOverlaps} determines how paths that end at a loop's back edge are extended, up to
 * the extension's (k+1)-th predicate. {@link OverlappingGraph} numbers the extensions, and a {@link
 * Region} is the part of a method that extensions run through.
 *
 * <p>The package deals with graphs and not with bytecode. Package {@code instrument.overlaps}
 * inserts the probes. From the counts, the Python side computes bounds on how often one path was
 * followed by another.
 */
package org.kpathjvm.core.overlapping;

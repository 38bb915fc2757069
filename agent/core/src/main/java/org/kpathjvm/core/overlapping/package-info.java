/**
 * Overlapping paths, from "Extending Path Profiling across Loop Backedges and Procedure Boundaries"
 * (Tallam, Zhang and Gupta, CGO 2004).
 *
 * <p>{@link LoopOverlaps} says how a complete path is extended in each loop of a method, up to its
 * (k+1)-th predicate. {@link OverlappingGraph} numbers the extensions, and a {@link Region} is the
 * part of a method that extensions run through.
 *
 * <p>The package knows graphs and not bytecode. Package {@code instrument.overlaps} inserts the
 * probes, and the Python side estimates flow from the counts.
 */
package org.kpathjvm.core.overlapping;

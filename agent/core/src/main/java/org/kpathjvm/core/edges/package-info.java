/**
 * Chooses which edges of a method get counters. The counts of the other edges can be derived from
 * these counters.
 *
 * <p>{@link BranchEdges} chooses the edges out of branches. {@link ChordEdges} chooses the chords
 * of a spanning tree, as in Ball and Larus's "Efficient Path Profiling". Each adds a few other
 * edges, such as the dispatches to handlers. The result is {@link CountedEdges}.
 *
 * <p>The package deals with graphs and not with bytecode. The Python side computes the counts of
 * the other edges.
 */
package org.kpathjvm.core.edges;

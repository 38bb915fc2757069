/**
 * Chooses which edges of a method get counters. The counts of the other edges can be derived from
 * these counters.
 *
 * <p>{@link BranchEdges} chooses the edges out of branches, and {@link ChordEdges} the chords of a
 * spanning tree, as in Ball and Larus's "Efficient Path Profiling". {@link CountedEdges} is the
 * result.
 *
 * <p>The package deals with graphs and not with bytecode. The Python side computes the counts of
 * the other edges.
 */
package org.kpathjvm.core.edges;

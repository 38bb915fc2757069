/**
 * Chooses which edges of a method get counters. The Python side derives the counts of the other
 * edges from these counters.
 *
 * <p>{@link BranchEdges} chooses the edges out of branches. {@link ChordEdges} chooses the chords
 * of a spanning tree, as in Ball and Larus's "Efficient Path Profiling". Both add a few other
 * edges, such as the dispatches to handlers. The result is {@link CountedEdges}.
 */
package org.kpathjvm.core.edges;

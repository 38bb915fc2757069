/**
 * The choice of the edges of a method that have counters. The counts of the other edges follow from
 * theirs.
 *
 * <p>{@link BranchEdges} chooses the edges out of branches, and {@link ChordEdges} the chords of a
 * spanning tree, as in Ball and Larus's "Efficient Path Profiling". {@link CountedEdges} is the
 * result.
 *
 * <p>The package knows graphs and not bytecode. It doesn't compute the other edges' counts; the
 * Python side does.
 */
package org.kpathjvm.core.edges;

/**
 * Ball-Larus path numbering.
 *
 * <p>{@link PathNumbering} gives a value to every edge that isn't cut (Ball and Larus, "Efficient
 * Path Profiling", steps 2 and 3; figure 2 of D'Elia, Demetrescu and Finocchi), and {@link
 * EdgeCuts} determines the cuts. In this package, back edges are cut edges, too. {@link
 * IncrementPlacement} moves the values to the chords of a spanning tree (step 4). {@link
 * PathRegister} finds where the path register is needed. {@link HotNumbering} is another numbering,
 * which is made from an earlier profile.
 *
 * <p>The package deals with graphs and not with bytecode. The Python side decodes the numbers by
 * means of the values in the metadata.
 */
package org.kpathjvm.core.numbering;

/**
 * Ball-Larus path numbering.
 *
 * <p>{@link PathNumbering} gives a value to every edge that isn't cut (Ball and Larus, "Efficient
 * Path Profiling", steps 2 and 3; figure 2 of D'Elia, Demetrescu and Finocchi), and {@link
 * EdgeCuts} determines the cuts. {@link IncrementPlacement} moves the values to the chords of a
 * spanning tree (step 4). {@link PathRegister} finds where the register is needed. {@link
 * HotNumbering} numbers paths by an earlier profile instead.
 *
 * <p>The package knows graphs and not bytecode. It doesn't decode numbers: the Python side does
 * that, from the values that the metadata has.
 */
package org.kpathjvm.core.numbering;

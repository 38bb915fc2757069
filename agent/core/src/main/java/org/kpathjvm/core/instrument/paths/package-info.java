/**
 * Schemes and plans that record Ball and Larus's paths.
 *
 * <p>{@link PathScheme} counts each path separately, as in section 2.1 of D'Elia, Demetrescu and
 * Finocchi's paper and in Ball and Larus's "Efficient Path Profiling". {@link ChordPathScheme} does
 * the same with increments on chords (event counting). {@link SequenceScheme} also records the
 * order of an activation's paths, which the paper's k-BLPP needs. {@link StreamScheme} also counts
 * abandoned paths. With {@link StreamScheme} and {@link PackedSequenceScheme}, activations may hold
 * complete paths back, several in a 64-bit word (decision 15), and count the trips of counted loops
 * (decision 21).
 *
 * <p>A plan ({@link PathPlan}) decides which code is inserted on a method's edges. Package {@code
 * numbering} numbers the paths, and the engine counts their sequences.
 */
package org.kpathjvm.core.instrument.paths;

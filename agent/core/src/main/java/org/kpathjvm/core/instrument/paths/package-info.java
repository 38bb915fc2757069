/**
 * Schemes and plans that record Ball-Larus paths.
 *
 * <p>{@link PathScheme} counts each path separately, as in section 2.1 of D'Elia, Demetrescu and
 * Finocchi's paper and in Ball and Larus's "Efficient Path Profiling". {@link ChordPathScheme} does
 * the same with increments on chords (event counting). {@link SequenceScheme} also records the
 * order of an activation's paths, which the paper's k-BLPP needs. {@link StreamScheme} also counts
 * abandoned paths. With {@link StreamScheme} and {@link PackedSequenceScheme}, activations may hold
 * complete paths back in 64-bit words (decision 15), and count the trips of counted loops (decision
 * 21).
 */
package org.kpathjvm.core.instrument.paths;

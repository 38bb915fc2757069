/**
 * Schemes and plans that record Ball and Larus's paths.
 *
 * <p>{@link PathScheme} counts each path by itself, as in section 2.1 of D'Elia, Demetrescu and
 * Finocchi's paper and in Ball and Larus's "Efficient Path Profiling". {@link ChordPathScheme} does
 * the same with increments on chords (event counting). {@link SequenceScheme} records the order of
 * an activation's paths as well, which is what the paper's k-BLPP needs. {@link StreamScheme} also
 * counts what exceptions abandon. The packing schemes hold paths back in words (decision 15), and
 * they count the trips of simple loops (decision 21).
 *
 * <p>A plan ({@link PathPlan}) decides what stands on the edges. It doesn't number paths, which
 * package {@code numbering} does, and it doesn't build k-slab forests, which the engine does.
 */
package org.kpathjvm.core.instrument.paths;

/**
 * The k-slab forest of the k-BLPP paper, built as in Fig. 6.
 *
 * <p>{@link org.kpathjvm.engine.ksf.SlabForest} is the forest and its update; its nodes lie in a
 * {@link org.kpathjvm.engine.ksf.NodeArena}. {@link org.kpathjvm.engine.ksf.SlabForestView} reads a
 * forest at rest, and {@link org.kpathjvm.engine.ksf.TracedSlabForest} sends its accesses through
 * simulated caches. {@link org.kpathjvm.engine.ksf.ChildIndex} isn't in the paper: it finds
 * children of nodes that have many.
 *
 * <p>The forest is what {@code --engine k-sf} counts in, what {@code structure} measures, and the
 * oracle of the tests. It can't be folded: it fails when its memory is short. The default engine is
 * in {@code contexts}.
 */
package org.kpathjvm.engine.ksf;

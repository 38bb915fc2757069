/**
 * The k-slab forest of the k-BLPP paper, built as in Fig. 6.
 *
 * <p>{@link org.kpathjvm.engine.ksf.SlabForest} is the forest. Its nodes are in a {@link
 * org.kpathjvm.engine.ksf.NodeArena}. {@link org.kpathjvm.engine.ksf.SlabForestView} reads a forest
 * that no longer changes. {@link org.kpathjvm.engine.ksf.TracedSlabForest} simulates caches for a
 * forest's accesses to memory. {@link org.kpathjvm.engine.ksf.ChildIndex}, which isn't in the
 * paper, finds the children of nodes with many children.
 *
 * <p>With {@code --engine k-sf}, sequences are counted in this forest. The verb {@code structure}
 * measures the forest, and tests compare the forest's results with those of the default engine,
 * which is in package {@code contexts}. The forest can't be folded, so counting fails if memory
 * runs out.
 */
package org.kpathjvm.engine.ksf;

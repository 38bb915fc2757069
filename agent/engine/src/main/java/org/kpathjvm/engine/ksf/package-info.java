/**
 * The k-slab forest of the k-BLPP paper, built as in Fig. 6.
 *
 * <p>{@link org.kpathjvm.engine.ksf.SlabForest} is the forest. Its nodes are in a {@link
 * org.kpathjvm.engine.ksf.NodeArena}. {@link org.kpathjvm.engine.ksf.SlabForestView} reads a forest
 * that no longer changes, and {@link org.kpathjvm.engine.ksf.TracedSlabForest} sends the accesses
 * of a forest through simulated caches. {@link org.kpathjvm.engine.ksf.ChildIndex}, which isn't in
 * the paper, finds the children of nodes with many children.
 *
 * <p>With {@code --engine k-sf}, sequences are counted in this forest. The verb {@code structure}
 * measures the forest, and tests compare its results with those of the default engine. The forest
 * can't be folded. If it runs out of memory, it fails. The default engine is in package {@code
 * contexts}.
 */
package org.kpathjvm.engine.ksf;

package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The figures of the structures for one k (docs/formats/structure.md). A k-SF belongs to one
 * thread, and the figures about k-SFs cover all threads. There is only one k-IPF.
 *
 * @param isComplete false if memory was full; then the figures have no meaning
 * @param rootFinds the number of look-ups in R, the table of a k-SF's roots
 * @param forests the number of threads with a k-SF
 * @param nodes the number of nodes of the k-SFs
 * @param roots the number of roots of the k-SFs
 * @param internalDegree the average number of children of the k-SF nodes that have children
 * @param nodeScans the number of nodes that are examined in lines 13 and 21 of Fig. 6 of the k-BLPP
 *     paper
 * @param pathNodes the number of nodes of the k-IPF
 * @param pathRoots the number of roots of the k-IPF, which is the number of distinct paths
 * @param pathInternalDegree the average number of children of the k-IPF nodes that have children
 * @param pathLeafDepth the average depth of the k-IPF's leaves; a root has depth 0
 * @param caches the accesses and misses of the simulated caches; null if none were simulated
 */
public record StructureRow(
    boolean isComplete,
    long rootFinds,
    int forests,
    long nodes,
    long roots,
    double internalDegree,
    long nodeScans,
    long pathNodes,
    long pathRoots,
    double pathInternalDegree,
    double pathLeafDepth,
    CacheCounts caches) {
  static final StructureRow MEMORY = new StructureRow(false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null);
}

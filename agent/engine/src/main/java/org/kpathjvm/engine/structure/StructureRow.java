package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The structures for one k. All figures are summed over threads, except those of the k-IPF, because
 * there is only one (docs/formats/structure.md).
 *
 * @param isComplete false when memory was full; then the figures mean nothing
 * @param rootFinds look-ups in R, the table of the k-SF's roots
 * @param forests threads with a k-SF
 * @param nodes of the k-SF
 * @param roots of the k-SF
 * @param internalDegree average number of children of the k-SF nodes that have any
 * @param nodeScans nodes that lines 13 and 21 of Fig. 6 looked at
 * @param pathNodes nodes of the k-IPF
 * @param pathRoots roots of the k-IPF, which are the distinct paths
 * @param pathInternalDegree average number of children of the k-IPF nodes that have any
 * @param pathLeafDepth average depth of the k-IPF's leaves, where a root's depth is 0
 * @param caches null unless they were simulated
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

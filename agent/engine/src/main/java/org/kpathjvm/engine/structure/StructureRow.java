package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The structures for one k, summed over threads but for the k-IPF, of which there is one
 * (docs/formats/structure.md).
 *
 * @param isComplete false when memory was full: then the figures mean nothing
 * @param rootFinds finds in R
 * @param forests threads with a k-SF
 * @param nodes of the k-SF
 * @param roots of the k-SF
 * @param internalDegree children per k-SF node that has any
 * @param nodeScans nodes looked at by lines 13 and 21 of Fig. 6
 * @param pathNodes nodes of the k-IPF
 * @param pathRoots roots of the k-IPF, which are the distinct paths
 * @param pathInternalDegree children per k-IPF node that has any
 * @param pathLeafDepth average depth of the k-IPF's leaves, that of a root being 0
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

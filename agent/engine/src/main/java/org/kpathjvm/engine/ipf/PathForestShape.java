package org.kpathjvm.engine.ipf;

/**
 * The figures of a k-IPF that the paper draws.
 *
 * @param averageInternalDegree children per node that has any (Fig. 13); 0 when none has
 * @param averageLeafDepth average depth of the leaves, a root's depth being 0 (Fig. 14); 0 when
 *     empty
 */
public record PathForestShape(double averageInternalDegree, double averageLeafDepth) {}

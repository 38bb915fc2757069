package org.kpathjvm.engine.ipf;

/**
 * The figures of a k-IPF that the paper draws.
 *
 * @param averageInternalDegree average number of children of the nodes that have any (Fig. 13); 0
 *     when none has
 * @param averageLeafDepth average depth of the leaves, where a root's depth is 0 (Fig. 14); 0 when
 *     the forest is empty
 */
public record PathForestShape(double averageInternalDegree, double averageLeafDepth) {}

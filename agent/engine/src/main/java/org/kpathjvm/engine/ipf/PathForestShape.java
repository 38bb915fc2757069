package org.kpathjvm.engine.ipf;

/**
 * The properties of a k-IPF that the k-BLPP paper plots.
 *
 * @param averageInternalDegree the average number of children of the nodes with children (Fig. 13);
 *     0 if no node has children
 * @param averageLeafDepth the average depth of the leaves, where a root's depth is 0 (Fig. 14); 0
 *     if the forest is empty
 */
public record PathForestShape(double averageInternalDegree, double averageLeafDepth) {}

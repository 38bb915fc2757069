/**
 * The k-iteration path forest, or k-IPF (Definition 2 of the k-BLPP paper).
 *
 * <p>{@link org.kpathjvm.engine.ipf.PathForest} is the forest: a node for each n-gram, with its
 * count. {@link org.kpathjvm.engine.ipf.PathForestBuilder} makes a forest from the counts of a
 * {@link org.kpathjvm.engine.counting.SequenceCounter} (Fig. 7 of the paper). {@link
 * org.kpathjvm.engine.ipf.PathForestCensus} and {@link org.kpathjvm.engine.ipf.PathForestShape}
 * have the properties of a k-IPF that the paper plots. {@link
 * org.kpathjvm.engine.ipf.PathForestBuffers} is the form in which Python gets the forest.
 */
package org.kpathjvm.engine.ipf;

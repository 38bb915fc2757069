/**
 * The k-iteration path forest, or k-IPF (Definition 2 of the k-BLPP paper).
 *
 * <p>{@link org.kpathjvm.engine.ipf.PathForest} is the forest: a node for each n-gram, with its
 * count. {@link org.kpathjvm.engine.ipf.PathForestBuilder} converts a counter's counts into a
 * forest (Fig. 7 of the paper). For most counters, the builder uses {@link
 * org.kpathjvm.engine.ipf.LevelConversion}, which is faster. {@link
 * org.kpathjvm.engine.ipf.PathForestCensus} and {@link org.kpathjvm.engine.ipf.PathForestShape}
 * have the properties of a k-IPF that the paper plots. {@link
 * org.kpathjvm.engine.ipf.PathForestBuffers} is the form in which Python gets the forest.
 *
 * <p>The counters are in packages {@code contexts} and {@code ksf}. This package knows nothing of a
 * path but its id.
 */
package org.kpathjvm.engine.ipf;

/**
 * The k-iterations path forest, or k-IPF (Definition 2 of the k-BLPP paper).
 *
 * <p>{@link org.kpathjvm.engine.ipf.PathForest} is the forest: a node for each n-gram, with its
 * count. {@link org.kpathjvm.engine.ipf.PathForestBuilder} converts what a counter has counted into
 * it, which is Fig. 7 of the paper. {@link org.kpathjvm.engine.ipf.PathForestCensus} and {@link
 * org.kpathjvm.engine.ipf.PathForestShape} have the figures that the paper draws. {@link
 * org.kpathjvm.engine.ipf.PathForestBuffers} is the form in which Python gets the forest.
 *
 * <p>The package doesn't count: the counters are in {@code contexts} and {@code ksf}. It doesn't
 * know what a path is either, only its id.
 */
package org.kpathjvm.engine.ipf;

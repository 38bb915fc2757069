/**
 * Control-flow graphs whose blocks are indices.
 *
 * <p>{@link FlowGraph} is the graph of a method. {@link Dominators} computes dominance, {@link
 * BackEdges} finds the back edges (step 2 of Ball and Larus's "Efficient Path Profiling", refined
 * for exceptions), and {@link LoopForest} finds the loops.
 *
 * <p>Nothing here recurses to the depth of a graph, because a method may have tens of thousands of
 * blocks.
 */
package org.kpathjvm.core.cfg;

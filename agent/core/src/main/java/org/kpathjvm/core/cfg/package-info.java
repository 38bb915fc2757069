/**
 * Control-flow graphs without bytecode.
 *
 * <p>{@link FlowGraph} is the graph of a method, with indices as blocks. {@link Dominators}
 * computes dominance, {@link BackEdges} finds the back edges (step 2 of Ball and Larus's "Efficient
 * Path Profiling", refined for exceptions), and {@link LoopForest} finds the loops.
 *
 * <p>Nothing here recurses to the depth of a graph, because a method may have tens of thousands of
 * blocks. The package deals with neither paths nor instructions.
 */
package org.kpathjvm.core.cfg;

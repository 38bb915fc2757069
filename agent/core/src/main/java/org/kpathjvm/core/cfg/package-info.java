/**
 * Control-flow graphs without bytecode: blocks as indices, dominance, back edges, loops.
 *
 * <p>Nothing here recurses on the depth of a graph: a method may have tens of thousands of blocks.
 */
package org.kpathjvm.core.cfg;

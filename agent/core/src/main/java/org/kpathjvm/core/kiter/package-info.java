/**
 * The numbering of k-iteration paths, from "Profiling k-Iteration Paths: A Generalization of the
 * Ball-Larus Profiling Algorithm" (Roy and Srikant, CGO 2009).
 *
 * <p>{@link IterationNumbering} implements section 3.2 (Algorithm 1), and {@link IteratedLoops}
 * implements the mixed mode of section 5. {@link MethodIterations} finds how many iterations a
 * method's paths can have.
 *
 * <p>The package deals with graphs and not with bytecode. Package {@code instrument.iterations}
 * inserts code that records the numbers, and the Python side decodes them.
 */
package org.kpathjvm.core.kiter;

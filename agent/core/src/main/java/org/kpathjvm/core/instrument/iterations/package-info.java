/**
 * The scheme for k-iteration paths, its plans, and the code that it inserts.
 *
 * <p>{@link IterationScheme} makes an {@link IterationPlan} for a method with paths over back
 * edges, and a {@link SingleIterationPlan} for any other method. {@link IterationCode} is the
 * instrumentation of section 4.2 of Roy and Srikant's "Profiling k-Iteration Paths" (Algorithm 3).
 * {@link IterationOptions} has the requested numbers of iterations.
 *
 * <p>Package {@code kiter} numbers the paths; this package only counts them.
 */
package org.kpathjvm.core.instrument.iterations;

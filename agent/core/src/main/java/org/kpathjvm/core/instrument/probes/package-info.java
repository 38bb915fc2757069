/**
 * What all schemes share when they insert probes into a method's bytecode.
 *
 * <p>A {@link Scheme} makes a {@link MethodPlan} for each method. The plan says what is executed
 * where: on edges, at the entry and the exits, at handlers, and in the catch-all handler. The
 * inserters put that into the code. {@link ProbeEmitter} emits the calls of the probes. Local
 * variables, stack map frames and the demand for constants are kept here, too.
 *
 * <p>The package doesn't decide how much of a method is recorded: package {@code ladder} does. What
 * each profiler records is defined by the schemes in {@code paths}, {@code edges}, {@code
 * iterations}, {@code windows}, {@code overlaps} and {@code callers}. The places of increments
 * follow section 3.2 of D'Elia, Demetrescu and Finocchi's paper.
 */
package org.kpathjvm.core.instrument.probes;

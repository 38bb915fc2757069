/**
 * The code that all schemes share in order to insert probes into a method's bytecode.
 *
 * <p>A {@link Scheme} makes a {@link MethodPlan} for each method. The inserters put the plan's code
 * into the method. {@link ProbeEmitter} emits the calls of the probes.
 *
 * <p>Package {@code ladder} decides how much of a method is recorded. The schemes in {@code paths},
 * {@code edges}, {@code iterations}, {@code windows}, {@code overlaps} and {@code callers} define
 * what each profiler records. The places of increments follow section 3.2 of D'Elia, Demetrescu and
 * Finocchi's paper.
 */
package org.kpathjvm.core.instrument.probes;

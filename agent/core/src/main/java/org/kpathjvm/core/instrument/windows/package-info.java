/**
 * The scheme of structural path profiling, its plan, and the code that it inserts.
 *
 * <p>{@link WindowScheme} makes a {@link WindowPlan} for a method, and {@link WindowCode} is what
 * the plan inserts: section 3.3 and figure 11 of "Structural Path Profiling" (Yasue et al.).
 *
 * <p>Package {@code structural} builds and numbers the structure graphs. The profiling controller,
 * and not this package, decides at run time when windows open and close.
 */
package org.kpathjvm.core.instrument.windows;

/**
 * The scheme of structural path profiling, its plan, and the code that it inserts.
 *
 * <p>{@link WindowScheme} makes a {@link WindowPlan} for a method, and {@link WindowCode} is what
 * the plan inserts: section 3.3 and figure 11 of "Structural Path Profiling" (Yasue et al.).
 *
 * <p>Package {@code structural} builds and numbers the structure graphs. When windows open and
 * close is decided at run time, by the profiling controller and not by this package.
 */
package org.kpathjvm.core.instrument.windows;

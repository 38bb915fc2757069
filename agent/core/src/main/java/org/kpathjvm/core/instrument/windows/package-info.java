/**
 * The scheme and the plan of structural path profiling, and the code that the plan inserts.
 *
 * <p>{@link WindowScheme} makes a {@link WindowPlan} for a method. The plan inserts {@link
 * WindowCode}, which follows section 3.3 and figure 11 of "Structural Path Profiling" (Yasue et
 * al.).
 *
 * <p>Package {@code structural} builds and numbers the structure graphs. At run time, {@code
 * WindowController} decides when path windows open and close.
 */
package org.kpathjvm.core.instrument.windows;

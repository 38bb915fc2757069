/**
 * Structure graphs, from "Structural Path Profiling" (Yasue et al., 2004).
 *
 * <p>{@link StructureForest} divides a method into levels, by the hierarchy of its loops (sections
 * 3.1 and 3.2). Each level is a {@link StructureGraph}, whose paths are numbered separately. {@link
 * GraphIncrements} places the increments on chords.
 *
 * <p>Package {@code instrument.windows} inserts the probes.
 */
package org.kpathjvm.core.structural;

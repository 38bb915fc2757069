/**
 * Uses an earlier profile's data about a class to place the probes in the class's methods.
 *
 * <p>{@link Guide} reads the file that the launcher makes from a profile (docs/formats/methods.md).
 * {@link GuidedMethod} is the file's part about one method. {@link HotPaths} finds the numbering
 * with which the earlier run would have cost least. In section 3.2 of the k-BLPP paper, D'Elia,
 * Demetrescu and Finocchi use an edge profile for a similar purpose; see decision 25.
 *
 * <p>Each scheme decides whether it uses a guide.
 */
package org.kpathjvm.core.instrument.guide;

/**
 * Lets several threads count the paths that one drain decodes (decision 26 in docs/decisions).
 *
 * <p>{@link org.kpathjvm.engine.sharing.SharedCounting} owns the threads. A profile is divided into
 * {@link org.kpathjvm.engine.sharing.CountedPart}s, one for each thread. {@link
 * org.kpathjvm.engine.sharing.SharedProfile} passes each activation's paths to one part, in batches
 * of records. {@link org.kpathjvm.engine.sharing.PartRouting} decides which part counts a method.
 * The counts of a profile are the sums over its parts, so the division doesn't change the result.
 *
 * <p>The drain in package {@code segment} decodes streams, and decides when counting is shared.
 */
package org.kpathjvm.engine.sharing;

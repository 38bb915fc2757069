/**
 * Lets several threads count what one drain decodes (decision 26).
 *
 * <p>{@link org.kpathjvm.engine.sharing.SharedCounting} owns the threads. A profile is divided into
 * {@link org.kpathjvm.engine.sharing.CountedPart}s, one for each thread, and {@link
 * org.kpathjvm.engine.sharing.SharedProfile} hands each activation's paths to one part, in batches
 * of records. {@link org.kpathjvm.engine.sharing.PartRouting} decides which part counts a method.
 * What a profile counts is the sum of its parts, so the division doesn't change the result.
 *
 * <p>The package doesn't decode streams, and doesn't decide when counting is shared: the drain in
 * {@code segment} does.
 */
package org.kpathjvm.engine.sharing;

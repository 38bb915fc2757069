/**
 * The engine: segments in, forests out. Python drives it through JPype.
 *
 * <p>{@link org.kpathjvm.engine.EngineSession} takes one segment all the way: it opens the segment,
 * drains it while the target runs, and finishes when the target is dead. {@link
 * org.kpathjvm.engine.EngineSnapshot} has the results of a target that goes on. A {@code
 * DrainWorker} is the thread of one drain, and {@code ResultBuilder} merges what the threads
 * recorded and converts it into the k-IPF.
 *
 * <p>Streams are read in {@code segment}, counted in {@code contexts}, {@code ksf} and {@code
 * sharing}, and converted in {@code ipf}. The engine knows ids only. Python decodes from the
 * metadata which path an id stands for.
 */
package org.kpathjvm.engine;

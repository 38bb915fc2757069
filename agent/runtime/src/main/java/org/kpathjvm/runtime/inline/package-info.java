/**
 * The inline profilers, which count in tables in the target's heap. Most of them are profilers that
 * papers describe. Decision 12 (in docs/decisions) is about the inline profilers.
 *
 * <p>A class whose name ends in {@code Probes} has the methods that the instrumented code of one
 * profiler calls. A profiler counts in {@link org.kpathjvm.runtime.inline.Tables}. {@link
 * org.kpathjvm.runtime.inline.Threads} finds the tables of a thread: each thread has its own, but
 * all carriers share the same ones. {@link org.kpathjvm.runtime.inline.Forest} is the k-slab forest
 * of the k-BLPP paper (Fig. 6). {@link org.kpathjvm.runtime.inline.WordTable} is the table of
 * packed k-BLPP. The agent calls {@link org.kpathjvm.runtime.inline.Control}, which returns the
 * counts as {@link org.kpathjvm.runtime.inline.Rows}.
 *
 * <p>{@link org.kpathjvm.runtime.inline.TableMemory} limits the memory. If the tables can't grow,
 * the recording ends, the tables are dropped, and the program goes on.
 */
package org.kpathjvm.runtime.inline;

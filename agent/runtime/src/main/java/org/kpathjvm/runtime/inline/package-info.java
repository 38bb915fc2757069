/**
 * The inline profilers, which count in tables in the target's memory. Most of them are described in
 * papers. See decision 12 in docs/decisions.
 *
 * <p>A class whose name ends in {@code Probes} has the methods that the instrumented code of one
 * profiler calls. A profiler counts in {@link org.kpathjvm.runtime.inline.Tables}. {@link
 * org.kpathjvm.runtime.inline.Threads} finds a thread's tables: each platform thread has its own
 * tables, but all carriers of virtual threads share one set. {@link
 * org.kpathjvm.runtime.inline.Forest} is the k-slab forest of the k-BLPP paper (Fig. 6). {@link
 * org.kpathjvm.runtime.inline.WordTable} is the table of packed k-BLPP. The agent calls the methods
 * of {@link org.kpathjvm.runtime.inline.Control}, for instance to get the counts as {@link
 * org.kpathjvm.runtime.inline.Rows}.
 *
 * <p>{@link org.kpathjvm.runtime.inline.TableMemory} limits the memory that the tables take. If the
 * tables can't grow, the recording ends, the tables are dropped, and the program goes on.
 */
package org.kpathjvm.runtime.inline;

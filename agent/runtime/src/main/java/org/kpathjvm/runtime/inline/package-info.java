/**
 * The inline profilers: those of the papers, with their tables in the heap of the target. They are
 * described in decision 12.
 *
 * <p>A class that ends in {@code Probes} has the methods that the instrumented code of one profiler
 * calls. What the profiler counts in is a {@link org.kpathjvm.runtime.inline.Tables}; each thread
 * has its own, which {@link org.kpathjvm.runtime.inline.Threads} finds. {@link
 * org.kpathjvm.runtime.inline.Forest} is the k-slab forest of the k-BLPP paper (Fig. 6), {@link
 * org.kpathjvm.runtime.inline.WordTable} the table of packed k-BLPP. The agent calls {@link
 * org.kpathjvm.runtime.inline.Control}, which returns the counts as {@link
 * org.kpathjvm.runtime.inline.Rows}.
 *
 * <p>{@link org.kpathjvm.runtime.inline.TableMemory} bounds the memory. If the tables can't grow,
 * the recording ends and the tables are dropped; the program goes on.
 */
package org.kpathjvm.runtime.inline;

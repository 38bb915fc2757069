/**
 * The classes about threads. The recorder of streams and the inline profilers share these classes,
 * which run inside the target.
 *
 * <p>{@link org.kpathjvm.runtime.threads.Slots} finds the slot of a platform thread by the thread's
 * id. A platform thread has a {@link org.kpathjvm.runtime.threads.ThreadLease} while it records.
 * When the thread has died, {@link org.kpathjvm.runtime.threads.ThreadLeases} hands the lease on to
 * a new thread. {@link org.kpathjvm.runtime.threads.ThreadField} reads and sets a long in a
 * platform thread's Thread object. {@link org.kpathjvm.runtime.threads.SpinLock} guards the data
 * that threads share, and {@link org.kpathjvm.runtime.threads.StackReserve} makes sure that there
 * is enough stack before the lock is taken.
 *
 * <p>A virtual thread uses the slot of its carrier. Other packages decide what is recorded.
 */
package org.kpathjvm.runtime.threads;

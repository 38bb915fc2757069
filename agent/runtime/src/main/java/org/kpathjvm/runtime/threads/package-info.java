/**
 * The classes about threads that the recorder of streams and the inline profilers share. They run
 * inside the target.
 *
 * <p>{@link org.kpathjvm.runtime.threads.Slots} finds the slot of a platform thread by the thread's
 * id. While it records, a platform thread has a {@link org.kpathjvm.runtime.threads.ThreadLease}.
 * When the thread has died, {@link org.kpathjvm.runtime.threads.ThreadLeases} hands the lease on to
 * a new thread. {@link org.kpathjvm.runtime.threads.ThreadField} is a long in each Thread object.
 * {@link org.kpathjvm.runtime.threads.SpinLock} guards the data that threads share, and {@link
 * org.kpathjvm.runtime.threads.StackReserve} makes sure that there is enough stack before the lock
 * is taken.
 *
 * <p>A virtual thread uses the slot of its carrier. Other packages decide what is recorded.
 */
package org.kpathjvm.runtime.threads;

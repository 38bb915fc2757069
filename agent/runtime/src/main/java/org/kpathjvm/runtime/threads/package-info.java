/**
 * Threads as the code inside the target sees them: for the recorder of streams and for the inline
 * profilers.
 *
 * <p>A platform thread is found by its id in {@link org.kpathjvm.runtime.threads.Slots}. What it
 * holds while it records is a {@link org.kpathjvm.runtime.threads.ThreadLease}, which goes on to a
 * new thread when the thread dies ({@link org.kpathjvm.runtime.threads.ThreadLeases}). {@link
 * org.kpathjvm.runtime.threads.ThreadField} is a long of ours in each thread's object. {@link
 * org.kpathjvm.runtime.threads.SpinLock} guards what threads share, and {@link
 * org.kpathjvm.runtime.threads.StackReserve} makes sure that there is enough stack before the lock
 * is taken.
 *
 * <p>A virtual thread uses the slot of its carrier. The package doesn't know what is recorded.
 */
package org.kpathjvm.runtime.threads;

/**
 * Decides how much of a method is recorded.
 *
 * <p>{@link MethodLadder} tries the rungs from the highest down, and takes the first on which the
 * method fits. {@link CodeSizePrediction} predicts the size of the method's code, and {@link
 * ConstantPoolFit} lowers methods until the constant pool of their class is small enough. {@link
 * Choice} is the result.
 *
 * <p>The papers on path profiling don't say what to do with methods that probes make too large. The
 * limits on a method's size come from class files and from HotSpot. On the lowest rung, only
 * entries are recorded. On every other rung, the scheme decides what is recorded.
 */
package org.kpathjvm.core.instrument.ladder;

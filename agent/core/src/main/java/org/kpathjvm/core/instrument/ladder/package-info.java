/**
 * Decides how much of a method is recorded.
 *
 * <p>{@link MethodLadder} tries the rungs from the highest and takes the first on which the method
 * fits. {@link CodeSizePrediction} predicts the size of the method's code, and {@link
 * ConstantPoolFit} lowers methods until the constant pool of their class is small enough. {@link
 * Choice} is the result.
 *
 * <p>The papers on path profiling don't treat this problem. The limits come from class files and
 * from HotSpot. {@link MethodInstrumenter} has the limits of the rung of cuts and the plan of the
 * rung of entries. On the other rungs, the scheme's plan decides what is recorded.
 */
package org.kpathjvm.core.instrument.ladder;

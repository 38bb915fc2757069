/**
 * Paths across calls: what a caller and its callee hand over to each other, and where.
 *
 * <p>{@link CallSite} finds the calls of a method whose callees can be identified, and {@link
 * CallCode} is the code around them, at the method's entry, its returns and its handlers. This code
 * records the overlapping paths across procedure boundaries that Tallam, Zhang and Gupta define
 * (decision 58).
 *
 * <p>The package doesn't extend paths in loops: packages {@code overlaps} and {@code overlapping}
 * do.
 */
package org.kpathjvm.core.instrument.calls;

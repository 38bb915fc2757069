/**
 * Paths across calls: the code by which a callee passes its paths to its caller.
 *
 * <p>{@link CallSite} finds, in a method, the calls whose callees can be identified. {@link
 * CallCode} is the code around these calls and at the method's entry, returns and handlers. This
 * code records the overlapping paths across procedure boundaries that Tallam, Zhang and Gupta
 * define (decision 58).
 */
package org.kpathjvm.core.instrument.calls;

/**
 * The scheme that counts each method's entries, separately for each caller.
 *
 * <p>Each thread has a <em>current site</em>: the call that its topmost recorded activation is
 * executing or, between calls, the activation's method as a whole. A method sets the current site
 * before and after each call that may lead to recorded code. When a method is entered, it counts
 * its entry under the site that is current at this moment. So the caller of an activation is the
 * nearest recorded activation below it on the stack. Unrecorded code in between, such as code of
 * the JDK, is ignored.
 */
package org.kpathjvm.core.instrument.callers;

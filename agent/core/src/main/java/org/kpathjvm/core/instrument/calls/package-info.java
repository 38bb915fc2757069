/** Paths across calls: what a caller and its callee hand over to each other, and where. */
package org.kpathjvm.core.instrument.calls;

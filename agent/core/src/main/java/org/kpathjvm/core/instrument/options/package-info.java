/** What is asked for: which probes, which cuts, how much of a method at most. */
package org.kpathjvm.core.instrument.options;

/** What is asked for: which scheme, which cuts, which methods, and how much of a method at most. */
package org.kpathjvm.core.instrument.options;

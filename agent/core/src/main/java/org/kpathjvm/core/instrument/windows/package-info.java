/** Code of structural path profiling: what happens at starts, steps and ends of windows' paths. */
package org.kpathjvm.core.instrument.windows;

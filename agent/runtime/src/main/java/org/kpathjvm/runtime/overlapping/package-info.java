/** The profiler of overlapping paths: its probes and what they count in. */
package org.kpathjvm.runtime.overlapping;

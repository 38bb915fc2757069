/** Structural path profiling: its scheme, its plan of a method, and the code of windows' paths. */
package org.kpathjvm.core.instrument.windows;

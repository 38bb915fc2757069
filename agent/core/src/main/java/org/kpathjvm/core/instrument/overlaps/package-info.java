/** Plans that record overlapping paths, in loops and across calls. */
package org.kpathjvm.core.instrument.overlaps;

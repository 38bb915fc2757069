/** The code by which k-iteration paths are counted. */
package org.kpathjvm.core.instrument.iterations;

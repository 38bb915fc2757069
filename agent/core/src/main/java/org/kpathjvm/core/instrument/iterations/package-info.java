/** K-iteration paths: their scheme, the plans of methods with and without some, and their code. */
package org.kpathjvm.core.instrument.iterations;

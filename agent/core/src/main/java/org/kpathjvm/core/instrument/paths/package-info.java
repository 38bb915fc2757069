/** Plans that record Ball and Larus's paths: one by one, in sequences, or packed into words. */
package org.kpathjvm.core.instrument.paths;

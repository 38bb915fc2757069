/** What an earlier profile says of a class, and what its methods' probes make of that. */
package org.kpathjvm.core.instrument.guide;

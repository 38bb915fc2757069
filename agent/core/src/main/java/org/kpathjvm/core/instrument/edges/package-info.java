/** Plans that count edges. */
package org.kpathjvm.core.instrument.edges;

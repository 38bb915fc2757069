/** Lines of metadata as text, and what in them differs from one JVM to the next. */
package org.kpathjvm.core.instrument.lines;

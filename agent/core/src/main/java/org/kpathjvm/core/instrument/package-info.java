/**
 * Class bytes in, instrumented class bytes out: splits methods into blocks, lets {@code cfg} and
 * {@code numbering} number their paths, and inserts the probes. The only package that knows ASM. No
 * class is ever loaded, and no member is added to one.
 */
package org.kpathjvm.core.instrument;

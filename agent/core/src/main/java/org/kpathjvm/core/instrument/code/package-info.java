/**
 * The code of one method before any probe is in it: instructions with their offsets, basic blocks,
 * handlers, source lines.
 */
package org.kpathjvm.core.instrument.code;

/**
 * Ball-Larus path numbering: which edges are cut, a value for every edge that is not, and the way
 * back from a number to its blocks. Knows graphs, not bytecode.
 */
package org.kpathjvm.core.numbering;

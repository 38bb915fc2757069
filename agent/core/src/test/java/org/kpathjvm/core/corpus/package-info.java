/**
 * Instruments and verifies every class of jars and of the JDK, and says what became of them. Run by
 * tests/corpus/check.py.
 */
package org.kpathjvm.core.corpus;

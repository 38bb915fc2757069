/**
 * Programs that instrument and verify classes of jars and of the JDK, and report the results.
 * tests/corpus/check.py runs them.
 */
package org.kpathjvm.core.corpus;

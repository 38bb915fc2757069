/**
 * Structural path profiling inside the program: windows of structure graphs, and who opens them.
 */
package org.kpathjvm.runtime.windows;

/** Stand-in for DaCapo's eclipse: the Eclipse compiler compiles libraries in memory. */
package org.kpathjvm.workloads.dacapo.eclipse;

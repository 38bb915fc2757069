/** Stand-in for DaCapo's eclipse: the Eclipse compiler compiles libraries from memory to memory. */
package org.kpathjvm.workloads.dacapo.eclipse;

/** Branches around a few instructions, and increments of the path register without a branch. */
package org.kpathjvm.core.instrument.hammocks;

/** Finds the hot methods of a running program, and puts probes into them. */
package org.kpathjvm.agent.hot;

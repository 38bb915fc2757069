/** The process that the agent is in. */
package org.kpathjvm.agent.process;

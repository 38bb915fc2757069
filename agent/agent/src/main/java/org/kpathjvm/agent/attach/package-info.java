/** What an agent that leaves a running program again knows of it, and puts back. */
package org.kpathjvm.agent.attach;

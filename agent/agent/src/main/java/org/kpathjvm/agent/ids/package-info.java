/** Who hands out the ids of methods. */
package org.kpathjvm.agent.ids;

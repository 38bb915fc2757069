/** What paths across calls need to know of classes. */
package org.kpathjvm.agent.calls;

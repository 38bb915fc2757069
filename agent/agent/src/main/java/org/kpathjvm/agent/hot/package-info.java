/** Which methods of a running program are hot, and what was made of them. */
package org.kpathjvm.agent.hot;

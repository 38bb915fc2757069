/** Methods whose paths are counted in windows, and the end of that. */
package org.kpathjvm.agent.windows;

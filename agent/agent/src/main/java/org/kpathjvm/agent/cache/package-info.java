/** Instrumented classes kept from one run to the next (docs/class-cache.md). */
package org.kpathjvm.agent.cache;

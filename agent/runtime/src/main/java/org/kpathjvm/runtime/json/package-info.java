/**
 * JSON as the agent and the engine write it. Nothing here is defined inside a target: only what
 * stays in the agent's jar, or runs in the engine, uses it.
 */
package org.kpathjvm.runtime.json;

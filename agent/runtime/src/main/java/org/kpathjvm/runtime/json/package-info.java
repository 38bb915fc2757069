/**
 * Writes JSON for the agent and the engine: {@link org.kpathjvm.runtime.json.JsonWriter} on a
 * {@link org.kpathjvm.runtime.json.Utf8Text}.
 *
 * <p>Nothing here is defined inside a target, because only code that stays in the agent's jar or
 * runs in the engine uses it. The package doesn't read JSON.
 */
package org.kpathjvm.runtime.json;

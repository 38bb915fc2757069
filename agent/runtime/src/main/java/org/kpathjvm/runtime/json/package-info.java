/**
 * Writes JSON for the agent and the engine: {@link org.kpathjvm.runtime.json.JsonWriter} appends to
 * a {@link org.kpathjvm.runtime.json.Utf8Text}.
 *
 * <p>The agent doesn't define these classes in the target's java.lang, because only the agent and
 * the engine use them. The package doesn't read JSON.
 */
package org.kpathjvm.runtime.json;

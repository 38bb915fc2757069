/**
 * Writes JSON for the agent and the engine: a {@link org.kpathjvm.runtime.json.JsonWriter} appends
 * to a {@link org.kpathjvm.runtime.json.Utf8Text}. The package doesn't read JSON.
 *
 * <p>Other classes of the module {@code runtime} are defined in the target's package java.lang. The
 * classes of this package aren't, because only the agent and the engine use them.
 */
package org.kpathjvm.runtime.json;

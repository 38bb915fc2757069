/** What a reader needs to turn ids into blocks and source lines: the lines of methods.jsonl. */
package org.kpathjvm.core.instrument.metadata;

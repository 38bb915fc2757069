package org.kpathjvm.core.instrument.overlaps;

import org.kpathjvm.core.instrument.calls.CallCode;
import org.kpathjvm.core.instrument.calls.CallSite;
import org.kpathjvm.runtime.json.JsonWriter;

/** Writes the member {@code calls} of a method's metadata: the calls with identifiable callees. */
final class CallTable {
  private final CallCode calls;

  CallTable(CallCode calls) {
    this.calls = calls;
  }

  /** Writes an array for each call site, in the order of the call sites' numbers. */
  void write(JsonWriter json) {
    json.name("calls").beginArray();
    for (CallSite site : calls.sites()) {
      json.beginArray().value(site.block).value(site.offset).value(site.isTold());
      json.value(site.call.owner).value(site.call.name).value(site.call.desc).endArray();
    }
    json.endArray();
  }
}

package org.kpathjvm.core.instrument.overlaps;

import org.kpathjvm.core.instrument.calls.CallCode;
import org.kpathjvm.core.instrument.calls.CallSite;
import org.kpathjvm.runtime.json.JsonWriter;

/** The calls whose callees may be told, as a member of a method's metadata. */
final class CallTable {
  private final CallCode calls;

  CallTable(CallCode calls) {
    this.calls = calls;
  }

  /** An array for each site, in the order of their numbers. */
  void write(JsonWriter json) {
    json.name("calls").beginArray();
    for (CallSite site : calls.sites()) {
      json.beginArray().value(site.block).value(site.offset).value(site.isTold());
      json.value(site.call.owner).value(site.call.name).value(site.call.desc).endArray();
    }
    json.endArray();
  }
}

package org.kpathjvm.agent;

import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.layout.LayoutExport;

/**
 * Prints what other languages share with the agent, as JSON: the layout of segments, the options
 * and the profilers. The build runs it.
 */
public final class ContractExport {
  private ContractExport() {}

  public static void main(String[] args) throws IllegalAccessException {
    JsonWriter json = new JsonWriter().beginObject();
    LayoutExport.write(json);
    AgentOption.describeAll(json.name("options"));
    Profiler.describeAll(json.name("profilers"));
    System.out.println(json.endObject());
  }
}

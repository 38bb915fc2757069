package org.kpathjvm.agent;

import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.layout.LayoutExport;

/**
 * Prints as JSON what the Python code has to know about the agent: the layout of segments, the
 * options and the profilers. The build runs this class.
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

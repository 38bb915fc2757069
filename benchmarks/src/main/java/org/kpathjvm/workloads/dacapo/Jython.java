package org.kpathjvm.workloads.dacapo;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's jython: Jython runs the tests in a Python program one after the other, as
 * pybench does.
 *
 * <p>Setting {@code rounds}: how often each test runs. The digest covers the tests' output.
 */
public final class Jython implements Benchmark {
  private static final String PROGRAM = "programs.py";

  private int rounds;
  private ScriptEngine engine;
  private StringWriter output;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    rounds = inputs.number("rounds");
    System.setProperty("python.cachedir.skip", "true");
    // Python's module `site` prepares interactive sessions. Importing it would take as long as the
    // tests.
    System.setProperty("python.import.site", "false");
    System.setProperty("python.console.encoding", "UTF-8");
    engine = new ScriptEngineManager().getEngineByName("python");
    if (engine == null) {
      throw StandInFailure.unusable("no Jython on the class path");
    }
    engine.eval(program());
  }

  private static String program() throws IOException {
    try (InputStream text = Jython.class.getResourceAsStream(PROGRAM)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void beforeIteration() {
    output = new StringWriter();
    engine.getContext().setWriter(output);
  }

  @Override
  public void iterate() throws ScriptException {
    engine.eval("run(" + rounds + ")");
  }

  @Override
  public void digest(ResultDigest result) {
    String printed = output.toString();
    result.count("lines", printed.lines().count()).add(printed);
  }
}

package org.kpathjvm.workloads.dacapo;

import java.util.ArrayList;
import java.util.List;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.lang.LanguageRegistry;
import net.sourceforge.pmd.lang.document.FileId;
import net.sourceforge.pmd.reporting.Report;
import net.sourceforge.pmd.reporting.RuleViolation;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's pmd: PMD checks Java sources against rules.
 *
 * <p>Input {@code sources}: jars with Java sources. Settings: {@code threads}, the number of
 * threads; {@code rounds}, how often all sources are checked; {@code rules}, the names of the
 * resources that contain the rules, separated by spaces.
 */
public final class Pmd implements Benchmark {
  private SourceTree sources;
  private int threads;
  private int rounds;
  private List<String> ruleSets;
  private Report report;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    sources = SourceTree.read(inputs.files("sources"));
    threads = inputs.number("threads");
    rounds = inputs.number("rounds");
    ruleSets = List.of(inputs.text("rules").split(" "));
  }

  @Override
  public void iterate() {
    for (int round = 0; round < rounds; round++) {
      report = analyse();
    }
  }

  private Report analyse() {
    PMDConfiguration configuration = new PMDConfiguration();
    configuration.setDefaultLanguageVersion(
        LanguageRegistry.PMD.getLanguageById("java").getVersion("11"));
    configuration.setThreads(threads);
    configuration.setIgnoreIncrementalAnalysis(true);
    try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
      ruleSets.forEach(
          rules -> analysis.addRuleSet(analysis.newRuleSetLoader().loadFromResource(rules)));
      for (SourceTree.SourceFile file : sources.files()) {
        analysis
            .files()
            .addSourceFile(FileId.fromPathLikeString(file.name()), new String(file.text()));
      }
      return analysis.performAnalysisAndCollectReport();
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    if (!report.getProcessingErrors().isEmpty()) {
      throw StandInFailure.wrongResult(
          "PMD failed on a source: " + report.getProcessingErrors().get(0).getMsg());
    }
    List<String> lines = new ArrayList<>();
    for (RuleViolation violation : report.getViolations()) {
      lines.add(
          String.join(
              " ",
              violation.getFileId().getOriginalPath(),
              Integer.toString(violation.getBeginLine()),
              Integer.toString(violation.getBeginColumn()),
              violation.getRule().getName(),
              violation.getDescription()));
    }
    lines.sort(null);
    result.count("violations", lines.size());
    lines.forEach(result::add);
  }
}

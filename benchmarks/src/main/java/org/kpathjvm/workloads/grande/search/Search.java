package org.kpathjvm.workloads.grande.search;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * search: solves positions of Connect Four, each with its own transposition table. Setting: {@code
 * positions}, separated by blanks. A position is written as the columns of the moves that lead to
 * it.
 */
public final class Search implements Benchmark {
  private String[] positions;
  private long[] results;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    positions = inputs.text("positions").split(" ");
  }

  @Override
  public void iterate() throws StandInFailure {
    results = new long[3 * positions.length];
    for (int i = 0; i < positions.length; i++) {
      GameSearch search = new GameSearch(ConnectFour.after(positions[i]));
      results[3 * i] = search.solve();
      results[3 * i + 1] = search.visited;
      results[3 * i + 2] = search.known;
    }
  }

  @Override
  public void digest(ResultDigest result) {
    long visited = 0;
    for (int i = 1; i < results.length; i += 3) {
      visited += results[i];
    }
    result.count("positions", visited);
    result.add(results);
  }
}

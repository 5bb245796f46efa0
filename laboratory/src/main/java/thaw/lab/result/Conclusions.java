package thaw.lab.result;

import java.util.List;

/** What the samples of a lesson mean. */
public record Conclusions(List<Table> tables, List<Chart> charts, List<Verdict> verdicts) {
  public Conclusions {
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
    verdicts = List.copyOf(verdicts);
  }
}

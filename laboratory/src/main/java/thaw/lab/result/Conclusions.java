package thaw.lab.result;

import java.util.List;

/** The tables, charts and verdicts that a lesson draws from its samples. */
public record Conclusions(List<Table> tables, List<Chart> charts, List<Verdict> verdicts) {
  public Conclusions {
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
    verdicts = List.copyOf(verdicts);
  }
}

package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Ratio;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.sandbox.jdk.Jdk;

/** Measures the share of a quota that the compilers take when a program begins to work. */
final class QuotaWarmUp implements QuotaPart {
  private static final String NAME = "warm-up";
  private static final String TIERS = "tiers";
  private static final String DEFAULT = "default (C1, C2)";
  private static final String C1_ONLY = "C1 only";
  private static final String INTERPRETED = "interpreter";
  private static final String MEMORY = Quota.memory(256);
  private static final String REQUESTS = "12";

  private static final Quantity FIRST = new Quantity("first_ms", "ms", "first request");
  private static final Quantity WALL = new Quantity("wall_ms", "ms", "12 requests");
  private static final Quantity CPU = new Quantity("cpu_ms", "ms", "CPU time of all threads");
  private static final Quantity C1 = new Quantity("c1_ms", "ms", "CPU time of C1");
  private static final Quantity C2 = new Quantity("c2_ms", "ms", "CPU time of C2");

  /** Half of the published 57 % or more. */
  private static final Bounds MUCH_MORE = Bounds.atLeast(1.28);

  private static final Bounds MORE = Bounds.atLeast(1);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : jdks) {
      for (String tiers : List.of(DEFAULT, C1_ONLY)) {
        if (!quick) {
          cases.add(subject(jdk, Quota.NONE, tiers));
        }
        cases.add(subject(jdk, Quota.LAMBDA, tiers));
      }
    }
    if (!quick) {
      cases.add(subject(jdks.getLast(), Quota.LAMBDA, INTERPRETED));
    }
    return cases;
  }

  private static Case subject(Jdk jdk, String period, String tiers) {
    return new Quota(MEMORY, period).subject(NAME, jdk.label(), TIERS, tiers);
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC"));
    switch (subject.get(TIERS)) {
      case C1_ONLY -> options.add("-XX:TieredStopAtLevel=1");
      case INTERPRETED -> options.add("-Xint");
      default -> {}
    }
    return Quota.run(
        subject,
        workbench,
        options,
        List.of(FIRST, WALL, CPU, C1, C2),
        "thaw.course.throttling.WarmUp",
        REQUESTS);
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    List<Table.Row> rows = new ArrayList<>();
    List<Chart.Series> series = new ArrayList<>();
    List<Verdict.ForJdk> cpu = new ArrayList<>();
    List<Verdict.ForJdk> wall = new ArrayList<>();
    List<String> tiers = samples.values(TIERS);
    for (String jdk : samples.jdks()) {
      for (String some : tiers) {
        if (samples.cases().stream()
            .anyMatch(one -> one.matches(Map.of(Case.JDK, jdk, TIERS, some)))) {
          rows.add(row(samples, jdk, some));
        }
      }
      for (String period : List.of(Quota.NONE, Quota.LAMBDA)) {
        series.add(
            new Chart.Series(
                jdk + ", " + (period.equals(Quota.NONE) ? "all CPUs" : MEMORY),
                tiers.stream()
                    .map(some -> samples.spread(WALL, factors(jdk, period, some)))
                    .toList()));
      }
      cpu.add(answer(samples, jdk, CPU, MUCH_MORE, "CPU time"));
      wall.add(answer(samples, jdk, WALL, MORE, "wall time"));
    }
    return new Conclusions(
        List.of(
            new Table(
                "12 requests from the first one on, with all CPUs and with those of 256 MB",
                "Compilers: their part of all CPU time at 256 MB.",
                "JDK, compilers",
                List.of(
                    "first, all CPUs, ms",
                    "first, 256 MB, ms",
                    "12, all CPUs, ms",
                    "12, 256 MB, ms",
                    "CPU ms, all CPUs",
                    "CPU ms, 256 MB",
                    "C1, %",
                    "C2, %"),
                rows)),
        List.of(new Chart.Bars("12 requests from the first one on", "ms", true, tiers, series)),
        List.of(
            new Verdict(
                "C2 costs 57 % more CPU time at small memory sizes: 1,357 ms with default tiers,"
                    + " 851 ms with C1 only, at 256 MB (holds from 28 % on, for another program).",
                "first invocation of a function with a DynamoDB client, JDK 25, quota of 256 MB,"
                    + " 2026",
                cpu),
            new Verdict(
                "A cold start is faster when it stops at C1: p90 2,071 ms in place of 5,212 ms (here:"
                    + " order only, 12 first requests at 256 MB).",
                "frameworks on AWS Lambda at 1,024 MB, 100 requests a second for 10 minutes",
                wall)));
  }

  private static Table.Row row(Measurements samples, String jdk, String tiers) {
    String[] free = factors(jdk, Quota.NONE, tiers);
    String[] limited = factors(jdk, Quota.LAMBDA, tiers);
    return new Table.Row(
        jdk + ", " + tiers,
        List.of(
            samples.entry(FIRST, free),
            samples.entry(FIRST, limited),
            samples.entry(WALL, free),
            samples.entry(WALL, limited),
            samples.entry(CPU, free),
            samples.entry(CPU, limited),
            part(samples, C1, limited),
            part(samples, C2, limited)));
  }

  private static Entry part(Measurements samples, Quantity compiler, String... factors) {
    Case wanted = Case.of(factors);
    return Ratio.of(samples, compiler, wanted, CPU, wanted)
        .<Entry>map(ratio -> new Entry.Figure(ratio.spread().over(0.01), "%"))
        .orElse(new Entry.Missing("not measured"));
  }

  private static String[] factors(String jdk, String period, String tiers) {
    return new String[] {Case.JDK, jdk, Quota.PERIOD, period, TIERS, tiers};
  }

  private static Verdict.ForJdk answer(
      Measurements samples, String jdk, Quantity quantity, Bounds bounds, String words) {
    Optional<Ratio> ratio =
        Ratio.of(
            samples,
            quantity,
            Case.of(factors(jdk, Quota.LAMBDA, DEFAULT)),
            Case.of(factors(jdk, Quota.LAMBDA, C1_ONLY)));
    return new Verdict.ForJdk(
        jdk,
        bounds.judgement(ratio.map(Ratio::spread)),
        ratio
            .map(some -> words + " with default tiers over C1 only: " + some.words())
            .orElse("not measured"));
  }
}

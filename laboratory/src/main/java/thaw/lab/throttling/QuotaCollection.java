package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.sandbox.jdk.Jdk;

/** Measures the time of a full collection under a quota, by collector. */
final class QuotaCollection implements QuotaPart {
  private static final String NAME = "collection";
  private static final String COLLECTOR = "collector";
  private static final String SERIAL = "Serial";
  private static final String PARALLEL = "Parallel";
  private static final List<String> COLLECTORS = List.of(SERIAL, PARALLEL, "G1");
  private static final String MEMORY = Quota.memory(512);
  private static final String LIVE_MIB = "64";

  private static final Quantity PAUSE = new Quantity("pause_ms", "ms", "full collection");
  private static final Quantity CPU = new Quantity("cpu_ms", "ms", "CPU time of it");

  /** One thread collects: where it takes longer than its CPU time, others had the CPUs. */
  private static final double BUSY = 1.25;

  private static final Bounds FASTER = Bounds.atMost(0.9);
  private static final Bounds NO_FASTER = Bounds.atLeast(0.9);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    List<Case> cases = new ArrayList<>();
    for (String collector : quick ? List.of(SERIAL, PARALLEL) : COLLECTORS) {
      for (String period : List.of(Quota.NONE, Quota.LAMBDA)) {
        cases.add(
            new Quota(MEMORY, period).subject(NAME, jdks.getLast().label(), COLLECTOR, collector));
      }
    }
    return cases;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    return Quota.run(
        subject,
        workbench,
        List.of("-XX:+Use" + subject.get(COLLECTOR) + "GC"),
        List.of(PAUSE, CPU),
        "thaw.course.throttling.Collection",
        LIVE_MIB);
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    List<Table.Row> rows = new ArrayList<>();
    List<Verdict.ForJdk> answers = new ArrayList<>();
    List<Chart.Series> series = new ArrayList<>();
    List<String> collectors = samples.values(COLLECTOR);
    for (String jdk : samples.jdks()) {
      for (String collector : collectors) {
        rows.add(row(samples, jdk, collector));
      }
      for (String period : List.of(Quota.NONE, Quota.LAMBDA)) {
        series.add(
            new Chart.Series(
                jdk + ", " + words(period),
                collectors.stream()
                    .map(collector -> samples.spread(PAUSE, factors(jdk, period, collector)))
                    .toList()));
      }
      answers.add(answer(samples, jdk));
    }
    return new Conclusions(
        List.of(
            new Table(
                "Full collection of 64 MB of living objects, with all CPUs and with those of 512"
                    + " MB",
                "",
                "JDK, collector",
                List.of(
                    "all CPUs, ms", "512 MB, ms", "times as long", "CPU ms, all", "CPU ms, 512 MB"),
                rows)),
        List.of(new Chart.Bars("Pause of a full collection", "ms", false, collectors, series)),
        List.of(
            new Verdict(
                "A parallel collector's workers spend the quota together: with all CPUs a full"
                    + " collection by ParallelGC takes less than 0.9 times that by SerialGC, with"
                    + " the quota of 512 MB it does not.",
                "inferred from the quota being one for all threads",
                answers)));
  }

  private static String words(String period) {
    return period.equals(Quota.NONE) ? "all CPUs" : MEMORY;
  }

  private static Table.Row row(Measurements samples, String jdk, String collector) {
    String[] free = factors(jdk, Quota.NONE, collector);
    String[] limited = factors(jdk, Quota.LAMBDA, collector);
    return new Table.Row(
        jdk + ", " + collector,
        List.of(
            samples.entry(PAUSE, free),
            samples.entry(PAUSE, limited),
            Ratio.of(samples, PAUSE, Case.of(limited), Case.of(free))
                .<Entry>map(ratio -> new Entry.Figure(ratio.spread(), ""))
                .orElse(new Entry.Missing("not measured")),
            samples.entry(CPU, free),
            samples.entry(CPU, limited)));
  }

  private static String[] factors(String jdk, String period, String collector) {
    return new String[] {Case.JDK, jdk, Quota.PERIOD, period, COLLECTOR, collector};
  }

  private static Verdict.ForJdk answer(Measurements samples, String jdk) {
    Optional<Ratio> free = parallelOverSerial(samples, jdk, Quota.NONE);
    Optional<Ratio> limited = parallelOverSerial(samples, jdk, Quota.LAMBDA);
    String evidence =
        "Parallel / Serial with all CPUs " + shown(free) + ", with 512 MB " + shown(limited);
    Case serial = Case.of(factors(jdk, Quota.NONE, SERIAL));
    Optional<Spread> wait = Ratio.of(samples, PAUSE, serial, CPU, serial).map(Ratio::spread);
    if (wait.isPresent() && wait.get().median() > BUSY) {
      return Verdict.ForJdk.undecided(
          jdk,
          evidence
              + String.format(
                  Locale.ROOT,
                  "; the machine was busy: with all CPUs Serial takes %.1f times its CPU time",
                  wait.get().median()));
    }
    return new Verdict.ForJdk(
        jdk,
        Bounds.all(
            List.of(
                FASTER.judgement(free.map(Ratio::spread)),
                NO_FASTER.judgement(limited.map(Ratio::spread)))),
        evidence);
  }

  private static Optional<Ratio> parallelOverSerial(
      Measurements samples, String jdk, String period) {
    return Ratio.of(
        samples,
        PAUSE,
        Case.of(factors(jdk, period, PARALLEL)),
        Case.of(factors(jdk, period, SERIAL)));
  }

  private static String shown(Optional<Ratio> ratio) {
    return ratio.map(Ratio::words).orElse("not measured");
  }
}

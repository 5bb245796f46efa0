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
import thaw.lab.result.QuietMachine;
import thaw.lab.result.Ratio;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.sandbox.jdk.Jdk;

/** Measures the time that a piece of work of known CPU time takes after a rest. */
final class QuotaBurst implements QuotaPart {
  private static final String NAME = "burst";
  private static final int SHORT = 10; // ms of CPU time, as in the program
  private static final int LONG = 100;
  private static final List<Integer> SIZES = List.of(128, 256, 512, 1024, 1769);

  /** The memory sizes in MB at which work split between two threads does not take seconds. */
  private static final List<Integer> SPLIT_SIZES = List.of(512, 1024, 1769);

  private static final List<String> PERIODS = List.of(Quota.LAMBDA, Quota.DEFAULT);

  private static final Quantity SHORT_WALL = new Quantity("short_ms", "ms", "10 ms of work");
  private static final Quantity SHORT_PAUSES = new Quantity("short_pauses", "", "pauses in it");
  private static final Quantity LONG_WALL = new Quantity("long_ms", "ms", "100 ms of work");
  private static final Quantity LONG_PAUSES = new Quantity("long_pauses", "", "pauses in it");
  private static final Quantity SPLIT = new Quantity("split_ms", "ms", "the same in two threads");

  private static final int AS_RULE_PERCENT = 15;
  private static final Bounds AS_RULE =
      new Bounds(1 - AS_RULE_PERCENT / 100.0, 1 + AS_RULE_PERCENT / 100.0);
  private static final Bounds AT_ONCE = Bounds.atMost(1.3);
  private static final Bounds NO_FASTER = Bounds.atLeast(0.9);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    List<Integer> others = quick ? List.of(512) : List.of(128, 512, 1769);
    List<Case> cases = new ArrayList<>();
    for (String period : PERIODS) {
      for (int size : period.equals(Quota.LAMBDA) ? SIZES : others) {
        cases.add(new Quota(Quota.memory(size), period).subject(NAME, jdks.getLast().label()));
      }
    }
    return cases;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    boolean split = SPLIT_SIZES.contains(Quota.of(subject).size().mebibytes());
    List<Quantity> wanted =
        new ArrayList<>(
            List.of(SHORT_WALL, SHORT_PAUSES, LONG_WALL, LONG_PAUSES, QuietMachine.HELD_BACK));
    if (split) {
      wanted.add(SPLIT);
    }
    return Quota.run(
        subject,
        workbench,
        List.of("-XX:+UseSerialGC"),
        wanted,
        "thaw.course.throttling.Burst",
        Boolean.toString(split));
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    List<Table.Row> rows = new ArrayList<>();
    for (Case subject : samples.cases()) {
      Quota quota = Quota.of(subject);
      String[] factors = {Quota.MEMORY, quota.memory(), Quota.PERIOD, quota.period()};
      rows.add(
          new Table.Row(
              quota.memory() + ", " + quota.period(),
              List.of(
                  new Entry.Words(format("%.1f", quota.millis())),
                  samples.entry(SHORT_WALL, factors),
                  samples.entry(SHORT_PAUSES, factors),
                  new Entry.Words(format("%.0f", rule(quota, SHORT))),
                  samples.entry(LONG_WALL, factors),
                  samples.entry(LONG_PAUSES, factors),
                  new Entry.Words(format("%.0f", rule(quota, LONG))),
                  SPLIT_SIZES.contains(quota.size().mebibytes())
                      ? samples.entry(SPLIT, factors)
                      : new Entry.Missing(""))));
    }
    return new Conclusions(
        List.of(
            new Table(
                "Work of 10 and of 100 ms of CPU time after a rest",
                "The rule is CPU time / (memory / 1,769).",
                "quota",
                List.of(
                    "CPU ms a period",
                    "10 ms: wall, ms",
                    "pauses",
                    "rule, ms",
                    "100 ms: wall, ms",
                    "pauses",
                    "rule, ms",
                    "in 2 threads, ms"),
                rows)),
        List.of(chart(samples)),
        List.of(linear(samples), fits(samples), noFaster(samples)));
  }

  private static double rule(Quota quota, double work) {
    return work / quota.share();
  }

  private static Chart chart(Measurements samples) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Quantity wall : List.of(LONG_WALL, SHORT_WALL)) {
      for (String period : PERIODS) {
        lines.add(
            new Chart.Line(wall.words() + ", period " + period, points(samples, wall, period)));
      }
      double work = wall.equals(LONG_WALL) ? LONG : SHORT;
      lines.add(
          new Chart.Line(
              wall.words() + ", by the rule",
              SIZES.stream()
                  .map(size ->
                      new Chart.Point(
                          size, Spread.of(rule(new Quota(Quota.memory(size), Quota.LAMBDA), work))))
                  .toList()));
    }
    return new Chart.Lines(
        "Wall time of work after a rest, by memory size", "ms", true, "memory size, MB", lines);
  }

  private static List<Chart.Point> points(Measurements samples, Quantity wall, String period) {
    List<Chart.Point> points = new ArrayList<>();
    for (int size : SIZES) {
      samples
          .spread(wall, Quota.MEMORY, Quota.memory(size), Quota.PERIOD, period)
          .ifPresent(spread -> points.add(new Chart.Point(size, spread)));
    }
    return points;
  }

  private static Verdict linear(Measurements samples) {
    List<Verdict.Judgement> judgements = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int size : SIZES) {
      Quota quota = new Quota(Quota.memory(size), Quota.LAMBDA);
      Optional<Spread> ratio =
          samples
              .spread(LONG_WALL, Quota.MEMORY, quota.memory(), Quota.PERIOD, Quota.LAMBDA)
              .map(wall -> wall.over(rule(quota, LONG)));
      judgements.add(AS_RULE.judgement(ratio));
      evidence.add(
          size
              + " MB "
              + ratio
                  .map(some -> format("%.2f (%d samples)", some.median(), some.count()))
                  .orElse("not measured"));
    }
    return new QuietMachine(samples)
        .verdict(
            "1,769 MB are one vCPU, and below that the share is linear: 100 ms of CPU time take 100 ms"
                + " / (memory / 1,769), within "
                + AS_RULE_PERCENT
                + " %.",
            "AWS Lambda Developer Guide, and daily measurements of cold starts on AWS Lambda",
            Bounds.all(judgements),
            "measured / rule: " + String.join(", ", evidence));
  }

  /**
   * Returns the verdict on work that fits into the quota with room to spare, as the kernel gives
   * out slices of a quota for each CPU.
   */
  private static Verdict fits(Measurements samples) {
    List<Verdict.Judgement> judgements = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (Case subject : samples.cases()) {
      Quota quota = Quota.of(subject);
      if (SHORT * 1.1 <= quota.millis()) {
        Optional<Spread> wall =
            samples.spread(SHORT_WALL, Quota.MEMORY, quota.memory(), Quota.PERIOD, quota.period());
        judgements.add(AT_ONCE.judgement(wall.map(some -> some.over(SHORT))));
        evidence.add(
            format("%s of %.1f ms in %s: ", quota.memory(), quota.millis(), quota.period())
                + wall.map(some -> format("%.1f ms", some.median())).orElse("not measured"));
      }
    }
    return new QuietMachine(samples)
        .verdict(
            "Work that fits into the quota of one period is not held back: 10 ms of CPU time take less"
                + " than 13 ms wherever a period gives 11 ms or more.",
            "inferred from how the kernel gives quotas out",
            Bounds.all(judgements),
            String.join(", ", evidence));
  }

  private static Verdict noFaster(Measurements samples) {
    List<Verdict.Judgement> judgements = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int size : List.of(512, 1024)) {
      Optional<Spread> ratio = splitOverWhole(samples, Quota.memory(size));
      judgements.add(NO_FASTER.judgement(ratio));
      evidence.add(
          size + " MB " + ratio.map(some -> format("%.2f", some.median())).orElse("not measured"));
    }
    return new QuietMachine(samples)
        .verdict(
            "Below one vCPU two threads are no faster than one: 100 ms of work, half of it in another"
                + " thread, take at least 0.9 times as long.",
            "inferred from the quota being one for all threads",
            Bounds.all(judgements),
            "in two threads / in one: " + String.join(", ", evidence));
  }

  private static Optional<Spread> splitOverWhole(Measurements samples, String memory) {
    Case wanted = Case.of(Quota.MEMORY, memory, Quota.PERIOD, Quota.LAMBDA);
    return Ratio.of(samples, SPLIT, wanted, LONG_WALL, wanted).map(Ratio::spread);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}

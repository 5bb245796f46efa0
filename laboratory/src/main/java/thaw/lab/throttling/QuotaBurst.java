package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Claims;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict.ForJdk;
import thaw.sandbox.jdk.Jdk;

/** The time that a piece of work of known CPU time takes after a rest. */
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

  private static boolean isSplit(Case subject) {
    return SPLIT_SIZES.contains(Quota.of(subject).size().mebibytes());
  }

  @Override
  public List<Quantity> quantities(Case subject) {
    Stream<Quantity> all =
        Stream.of(SHORT_WALL, SHORT_PAUSES, LONG_WALL, LONG_PAUSES, Throttling.HELD_BACK, SPLIT);
    return all.filter(quantity -> quantity != SPLIT || isSplit(subject)).toList();
  }

  @Override
  public List<String> program(Case subject) {
    return List.of("thaw.course.throttling.Burst", Boolean.toString(isSplit(subject)));
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    return new Conclusions(
        List.of(
            Table.of(
                "Work of 10 and of 100 ms of CPU time after a rest",
                "The rule is CPU time / (memory / 1,769).",
                "quota",
                samples.cases(),
                subject -> subject.get(Quota.MEMORY) + ", " + subject.get(Quota.PERIOD),
                List.of(
                    new Table.Column<>(
                        "CPU ms a period", subject -> words("%.1f", Quota.of(subject).millis())),
                    column("10 ms: wall, ms", samples, SHORT_WALL),
                    column("pauses", samples, SHORT_PAUSES),
                    new Table.Column<>(
                        "rule, ms", subject -> words("%.0f", rule(Quota.of(subject), SHORT))),
                    column("100 ms: wall, ms", samples, LONG_WALL),
                    column("pauses", samples, LONG_PAUSES),
                    new Table.Column<>(
                        "rule, ms", subject -> words("%.0f", rule(Quota.of(subject), LONG))),
                    new Table.Column<>(
                        "in 2 threads, ms",
                        subject ->
                            isSplit(subject)
                                ? samples.entry(SPLIT, subject)
                                : new Entry.Missing(""))))),
        List.of(chart(samples)),
        claims(samples).verdicts());
  }

  private static Table.Column<Case> column(String head, Measurements samples, Quantity quantity) {
    return new Table.Column<>(head, subject -> samples.entry(quantity, subject));
  }

  private static Entry words(String pattern, double value) {
    return new Entry.Words(String.format(Locale.ROOT, pattern, value));
  }

  private static double rule(Quota quota, double work) {
    return work / quota.share();
  }

  private static Quota onLambda(int mebibytes) {
    return new Quota(Quota.memory(mebibytes), Quota.LAMBDA);
  }

  private static Case on(Quota quota) {
    return Case.of(Quota.MEMORY, quota.memory(), Quota.PERIOD, quota.period());
  }

  private static Chart chart(Measurements samples) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Quantity wall : List.of(LONG_WALL, SHORT_WALL)) {
      for (String period : PERIODS) {
        lines.add(
            Chart.Line.of(
                wall.words() + ", period " + period,
                SIZES,
                size -> samples.spread(wall, on(new Quota(Quota.memory(size), period)))));
      }
      double work = wall.equals(LONG_WALL) ? LONG : SHORT;
      lines.add(
          Chart.Line.of(
              wall.words() + ", by the rule",
              SIZES,
              size -> Optional.of(Spread.of(rule(onLambda(size), work)))));
    }
    return new Chart.Lines(
        "Wall time of work after a rest, by memory size", "ms", true, "memory size, MB", lines);
  }

  private static Claims claims(Measurements samples) {
    Claims claims = new Claims(samples);
    Optional<String> busy = Throttling.disturbance(samples);
    return claims
        .add(
            "1,769 MB are one vCPU, and below that the share is linear: 100 ms of CPU time take 100"
                + " ms / (memory / 1,769), within 15 %.",
            "AWS Lambda Developer Guide, and daily measurements of cold starts on AWS Lambda",
            all(SIZES.stream().map(size -> linear(claims, size)), busy))
        .add(
            "Work that fits into the quota of one period is not held back: 10 ms of CPU time take"
                + " less than 13 ms wherever a period gives 11 ms or more.",
            "inferred from how the kernel gives quotas out",
            all(
                samples.cases().stream()
                    .filter(subject -> SHORT * 1.1 <= Quota.of(subject).millis())
                    .map(subject -> fits(claims, subject)),
                busy))
        .add(
            "Below one vCPU two threads are no faster than one: 100 ms of work, half of it in"
                + " another thread, take at least 0.9 times as long.",
            "inferred from the quota being one for all threads",
            all(Stream.of(512, 1024).map(size -> noFaster(claims, size)), busy));
  }

  private static List<ForJdk> all(Stream<ForJdk> parts, Optional<String> busy) {
    List<ForJdk> all = parts.toList();
    return List.of(
        all.isEmpty() ? Claims.notMeasured(Throttling.MACHINE) : ForJdk.all(all).unless(busy));
  }

  private static ForJdk linear(Claims claims, int size) {
    Quota quota = onLambda(size);
    double rule = rule(quota, LONG);
    return claims.figure(
        Throttling.MACHINE,
        new Figure(
            String.format(Locale.ROOT, "%d MB, by the rule %,.0f ms,", size, rule),
            LONG_WALL,
            on(quota)),
        new Bounds(0.85, 1.15).times(rule));
  }

  /** Where there is room to spare, as the kernel gives out slices of a quota for each CPU. */
  private static ForJdk fits(Claims claims, Case subject) {
    Quota quota = Quota.of(subject);
    return claims.figure(
        Throttling.MACHINE,
        new Figure(
            String.format(
                Locale.ROOT, "%s of %.1f ms in %s", quota.memory(), quota.millis(), quota.period()),
            SHORT_WALL,
            subject),
        Bounds.atMost(1.3 * SHORT));
  }

  private static ForJdk noFaster(Claims claims, int size) {
    Case subject = on(onLambda(size));
    return claims.ratio(
        Throttling.MACHINE,
        new Figure(size + " MB in two threads", SPLIT, subject),
        new Figure("in one", LONG_WALL, subject),
        Bounds.atLeast(0.9));
  }
}

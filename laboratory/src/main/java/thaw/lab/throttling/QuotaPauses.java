package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Claims;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict.ForJdk;
import thaw.sandbox.jdk.Jdk;

/** How often and for how long a quota pauses threads that only compute. */
final class QuotaPauses implements QuotaPart {
  private static final String SOURCE =
      "pwrdrvr/lambda-throttling, Node.js on AWS Lambda, 5 s of computing at each size, March 2025";
  private static final Quantity RATE = new Quantity("pauses_per_s", "", "pauses per second");
  private static final Quantity RUNNING = new Quantity("running_share", "", "time not paused");
  private static final Quantity MEDIAN = new Quantity("pause_p50_ms", "ms", "median pause");
  private static final Quantity P90 = new Quantity("pause_p90_ms", "ms", "p90 of the pauses");
  private static final Quantity LONGEST = new Quantity("pause_max_ms", "ms", "longest pause");
  private static final Quantity IN_STEP =
      new Quantity("in_step_share", "", "pauses that end whole periods after the one before");
  private static final String NAME = "pauses";
  private static final String THREADS = "threads";
  private static final int BAR_MILLIS = 10; // as in the program
  private static final int BARS = 11;
  private static final Bounds LIKE_LAMBDA = Bounds.within(1.25);

  /**
   * The pauses that were seen on Lambda at one memory size.
   *
   * @param pauses per second
   * @param running the share of the time that was not paused
   */
  private record Seen(int mebibytes, double pauses, double running) {
    String memory() {
      return Quota.memory(mebibytes);
    }

    /** The same here. */
    Case subject() {
      return Case.of(Quota.MEMORY, memory(), Quota.PERIOD, Quota.LAMBDA, THREADS, "1");
    }
  }

  /** The largest one has a whole CPU: what paused it were Node.js' own other threads. */
  private static final List<Seen> ON_LAMBDA =
      List.of(
          new Seen(128, 84 / 5.0, 0.0721),
          new Seen(256, 181 / 5.0, 0.1315),
          new Seen(512, 243 / 5.0, 0.2895),
          new Seen(1024, 253 / 5.0, 0.5792),
          new Seen(1769, 91 / 5.0, 0.9676));

  private static final List<Seen> BELOW_ONE_CPU = ON_LAMBDA.subList(0, 4);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    String jdk = jdks.getLast().label();
    List<Case> cases = new ArrayList<>();
    for (Seen seen : ON_LAMBDA) {
      cases.add(subject(jdk, seen.mebibytes(), Quota.LAMBDA, "1"));
    }
    for (int size : quick ? List.of(128) : List.of(128, 1769)) {
      cases.add(subject(jdk, size, Quota.LAMBDA, "2"));
    }
    for (int size : quick ? List.of(128) : List.of(128, 512)) {
      cases.add(subject(jdk, size, Quota.DEFAULT, "1"));
    }
    return cases;
  }

  private static Case subject(String jdk, int mebibytes, String period, String threads) {
    return new Quota(Quota.memory(mebibytes), period).subject(NAME, jdk, THREADS, threads);
  }

  @Override
  public List<Quantity> quantities(Case subject) {
    List<Quantity> wanted =
        new ArrayList<>(
            List.of(RATE, RUNNING, MEDIAN, P90, LONGEST, IN_STEP, Throttling.HELD_BACK));
    bars().forEach(bar -> wanted.add(bar(bar)));
    return wanted;
  }

  @Override
  public List<String> program(Case subject) {
    String period = Long.toString((long) Quota.of(subject).periodMillis());
    return List.of("thaw.course.throttling.Pauses", "1000", subject.get(THREADS), period);
  }

  private static List<Integer> bars() {
    return IntStream.range(0, BARS).boxed().toList();
  }

  private static Quantity bar(int index) {
    return new Quantity(
        "pauses_from_" + index * BAR_MILLIS + "_ms_per_s", "", "pauses per second, " + span(index));
  }

  private static String span(int index) {
    int from = index * BAR_MILLIS;
    return index == BARS - 1 ? from + "+" : from + "-" + (from + BAR_MILLIS);
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    return new Conclusions(
        List.of(
            Table.of(
                "Pauses of a computation",
                "By memory size, period and threads. The share of a CPU is memory / 1,769. The last"
                    + " columns are what was seen on Lambda.",
                "quota",
                samples.cases(),
                QuotaPauses::words,
                List.of(
                    new Table.Column<>(
                        "CPU ms a period", subject -> words(Quota.of(subject).millis())),
                    column("pauses a s", samples, RATE),
                    column("median, ms", samples, MEDIAN),
                    column("p90, ms", samples, P90),
                    column("longest, ms", samples, LONGEST),
                    new Table.Column<>(
                        "running, %",
                        subject ->
                            samples
                                .spread(RUNNING, subject)
                                .<Entry>map(share -> new Entry.Figure(share.over(0.01), "%"))
                                .orElse(samples.entry(RUNNING, subject))),
                    new Table.Column<>(
                        "share, %", subject -> words(Quota.of(subject).share() * 100)),
                    new Table.Column<>("Lambda: a s", subject -> seen(subject, Seen::pauses)),
                    new Table.Column<>(
                        "Lambda: %", subject -> seen(subject, seen -> seen.running() * 100)))),
            Table.of(
                "Pauses per second, by their length in ms",
                "",
                "quota",
                samples.cases(),
                QuotaPauses::words,
                bars(),
                QuotaPauses::span,
                (subject, bar) -> samples.entry(bar(bar), subject))),
        List.of(
            Chart.bars(
                "Pauses per second in periods of 20 ms, by their length in ms",
                "1/s",
                false,
                bars(),
                QuotaPauses::span,
                samples.of(Case.of(THREADS, "1", Quota.PERIOD, Quota.LAMBDA)).cases(),
                subject -> subject.get(Quota.MEMORY),
                (subject, bar) -> samples.spread(bar(bar), subject))),
        claims(samples).verdicts());
  }

  private static Table.Column<Case> column(String head, Measurements samples, Quantity quantity) {
    return new Table.Column<>(head, subject -> samples.entry(quantity, subject));
  }

  private static Entry seen(Case subject, ToDoubleFunction<Seen> figure) {
    return ON_LAMBDA.stream()
        .filter(one -> subject.matches(one.subject()))
        .findFirst()
        .<Entry>map(one -> words(figure.applyAsDouble(one)))
        .orElse(new Entry.Missing(""));
  }

  private static Entry words(double value) {
    return new Entry.Words(String.format(Locale.ROOT, "%.1f", value));
  }

  private static String words(Case subject) {
    return subject.get(Quota.MEMORY)
        + ", "
        + subject.get(Quota.PERIOD)
        + (subject.get(THREADS).equals("1") ? "" : ", " + subject.get(THREADS) + " threads");
  }

  private static Claims claims(Measurements samples) {
    Claims claims = new Claims(samples);
    Optional<String> busy = Throttling.disturbance(samples);
    Case two = Case.of(Quota.MEMORY, "128 MB", Quota.PERIOD, Quota.LAMBDA, THREADS, "2");
    return claims
        .add(
            "A function that has spent its share of CPU is paused in periods of about 20 ms: a pause"
                + " ends a multiple of 20 ms after the one before.",
            SOURCE,
            bySize(
                claims,
                BELOW_ONE_CPU,
                new Quantity(IN_STEP.key(), "of the pauses", ""),
                new Bounds(0.9, 1),
                _ -> 1,
                busy))
        .add(
            "A computation is paused 84, 181, 243 and 253 times in 5 s at 128, 256, 512 and 1,024 MB"
                + " (holds from 0.8 to 1.25 times that).",
            SOURCE,
            bySize(
                claims,
                BELOW_ONE_CPU,
                new Quantity(RATE.key(), "pauses/s", ""),
                LIKE_LAMBDA,
                Seen::pauses,
                busy))
        .add(
            "A computation is paused 92.8, 86.9, 71.1, 42.1 and 3.2 % of the time at 128, 256, 512,"
                + " 1,024 and 1,769 MB (holds if it runs 0.8 to 1.25 times as much).",
            SOURCE,
            bySize(
                claims,
                ON_LAMBDA,
                new Quantity(RUNNING.key(), "of the time running", ""),
                LIKE_LAMBDA,
                Seen::running,
                busy))
        .add(
            "Two busy threads spend the quota twice as fast as one, and their pauses are longer: at"
                + " 128 MB the median pause is at least 1.1 times that of one thread.",
            "inferred from how the kernel accounts for quotas",
            List.of(
                claims
                    .ratio(
                        Throttling.MACHINE,
                        new Figure("two threads", MEDIAN, two),
                        new Figure("one", MEDIAN, ON_LAMBDA.getFirst().subject()),
                        Bounds.atLeast(1.1))
                    .unless(busy)));
  }

  /** Returns the answer by a figure of each size, held against the one that is expected of it. */
  private static List<ForJdk> bySize(
      Claims claims,
      List<Seen> sizes,
      Quantity quantity,
      Bounds bounds,
      ToDoubleFunction<Seen> expected,
      Optional<String> busy) {
    return List.of(
        ForJdk.all(
                sizes.stream()
                    .map(seen ->
                        claims.figure(
                            Throttling.MACHINE,
                            new Figure(seen.memory(), quantity, seen.subject()),
                            bounds.times(expected.applyAsDouble(seen))))
                    .toList())
            .unless(busy));
  }
}

package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.QuietMachine;
import thaw.lab.result.Ratio;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;

/** The verdicts on what was published about the pauses of a quota. */
final class PauseClaims {
  private static final String SOURCE =
      "pwrdrvr/lambda-throttling, Node.js on AWS Lambda, 5 s of computing at each size, March 2025";

  private static final Bounds NEARLY_ALL = new Bounds(0.9, 1);
  private static final Bounds LIKE_LAMBDA = Bounds.within(1.25);
  private static final Bounds LONGER = Bounds.atLeast(1.1);

  /**
   * The pauses that were seen on Lambda at one memory size.
   *
   * @param pauses per second
   * @param running the share of the time that was not paused
   */
  record Seen(int mebibytes, double pauses, double running) {
    String memory() {
      return Quota.memory(mebibytes);
    }
  }

  /** The largest one has a whole CPU: what paused it were Node.js' own other threads. */
  static final List<Seen> ON_LAMBDA =
      List.of(
          new Seen(128, 84 / 5.0, 0.0721),
          new Seen(256, 181 / 5.0, 0.1315),
          new Seen(512, 243 / 5.0, 0.2895),
          new Seen(1024, 253 / 5.0, 0.5792),
          new Seen(1769, 91 / 5.0, 0.9676));

  private static final List<Seen> BELOW_ONE_CPU = ON_LAMBDA.subList(0, 4);

  private final Measurements samples;
  private final QuietMachine machine;

  PauseClaims(Measurements samples) {
    this.samples = samples;
    this.machine = new QuietMachine(samples);
  }

  List<Verdict> verdicts() {
    return List.of(inPeriods(), asOften(), asMuch(), twoThreads());
  }

  private Verdict inPeriods() {
    return bySize(
        "A function that has spent its share of CPU is paused in periods of about 20 ms: a pause"
            + " ends a multiple of 20 ms after the one before.",
        "ended within 1 ms of a multiple",
        BELOW_ONE_CPU,
        QuotaPauses.IN_STEP,
        share -> format("%.0f %%", share * 100),
        NEARLY_ALL,
        _ -> 1);
  }

  private Verdict asOften() {
    return bySize(
        "A computation is paused 84, 181, 243 and 253 times in 5 s at 128, 256, 512 and 1,024 MB"
            + " (holds from 0.8 to 1.25 times that).",
        "pauses in 5 s",
        BELOW_ONE_CPU,
        QuotaPauses.RATE,
        rate -> format("%.0f", rate * 5),
        LIKE_LAMBDA,
        Seen::pauses);
  }

  private Verdict asMuch() {
    return bySize(
        "A computation is paused 92.8, 86.9, 71.1, 42.1 and 3.2 % of the time at 128, 256, 512,"
            + " 1,024 and 1,769 MB (holds if it runs 0.8 to 1.25 times as much).",
        "paused",
        ON_LAMBDA,
        QuotaPauses.RUNNING,
        running -> format("%.1f %%", 100 * (1 - running)),
        LIKE_LAMBDA,
        Seen::running);
  }

  /** A figure that is expected at each size. */
  private interface Expected {
    double of(Seen seen);
  }

  private Verdict bySize(
      String claim,
      String words,
      List<Seen> sizes,
      Quantity quantity,
      DoubleFunction<String> shown,
      Bounds bounds,
      Expected expected) {
    List<Verdict.Judgement> judgements = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (Seen seen : sizes) {
      Optional<Spread> figure =
          samples.spread(quantity, QuotaPauses.factors(seen.memory(), Quota.LAMBDA, "1"));
      judgements.add(bounds.judgement(figure.map(some -> some.over(expected.of(seen)))));
      evidence.add(
          seen.memory()
              + " "
              + figure
                  .map(some -> shown.apply(some.median()) + " (" + some.count() + " samples)")
                  .orElse("not measured"));
    }
    return machine.verdict(
        claim, SOURCE, Bounds.all(judgements), words + ": " + String.join(", ", evidence));
  }

  private Verdict twoThreads() {
    String memory = Quota.memory(128);
    Optional<Ratio> ratio =
        Ratio.of(
            samples,
            QuotaPauses.MEDIAN,
            Case.of(QuotaPauses.factors(memory, Quota.LAMBDA, "2")),
            Case.of(QuotaPauses.factors(memory, Quota.LAMBDA, "1")));
    return machine.verdict(
        "Two busy threads spend the quota twice as fast as one, and their pauses are longer: at 128"
            + " MB the median pause is at least 1.1 times that of one thread.",
        "inferred from how the kernel accounts for quotas",
        LONGER.judgement(ratio.map(Ratio::spread)),
        ratio.map(Ratio::words).orElse("not measured"));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}

package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.QuietMachine;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.sandbox.jdk.Jdk;

/** Measures how often and for how long a quota pauses threads that only compute. */
final class QuotaPauses implements QuotaPart {
  static final Quantity RATE = new Quantity("pauses_per_s", "", "pauses per second");
  static final Quantity RUNNING = new Quantity("running_share", "", "time not paused");
  static final Quantity MEDIAN = new Quantity("pause_p50_ms", "ms", "median pause");
  static final Quantity IN_STEP =
      new Quantity("in_step_share", "", "pauses that end whole periods after the one before");
  private static final Quantity P90 = new Quantity("pause_p90_ms", "ms", "p90 of the pauses");
  private static final Quantity LONGEST = new Quantity("pause_max_ms", "ms", "longest pause");

  private static final String NAME = "pauses";
  private static final String THREADS = "threads";
  private static final String MILLIS = "1000";
  private static final int BAR_MILLIS = 10; // as in the program
  private static final int BARS = 11;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    String jdk = jdks.getLast().label();
    List<Case> cases = new ArrayList<>();
    for (PauseClaims.Seen seen : PauseClaims.ON_LAMBDA) {
      cases.add(subject(jdk, seen.memory(), Quota.LAMBDA, "1"));
    }
    for (int size : quick ? List.of(128) : List.of(128, 1769)) {
      cases.add(subject(jdk, Quota.memory(size), Quota.LAMBDA, "2"));
    }
    for (int size : quick ? List.of(128) : List.of(128, 512)) {
      cases.add(subject(jdk, Quota.memory(size), Quota.DEFAULT, "1"));
    }
    return cases;
  }

  private static Case subject(String jdk, String memory, String period, String threads) {
    return new Quota(memory, period).subject(NAME, jdk, THREADS, threads);
  }

  /** All that tells one case of this part from another. */
  static String[] factors(String memory, String period, String threads) {
    return new String[] {Quota.MEMORY, memory, Quota.PERIOD, period, THREADS, threads};
  }

  private static String[] factors(Case subject) {
    return factors(subject.get(Quota.MEMORY), subject.get(Quota.PERIOD), subject.get(THREADS));
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    List<Quantity> wanted =
        new ArrayList<>(
            List.of(RATE, RUNNING, MEDIAN, P90, LONGEST, IN_STEP, QuietMachine.HELD_BACK));
    for (int i = 0; i < BARS; i++) {
      wanted.add(bar(i));
    }
    String period = Long.toString((long) Quota.of(subject).periodMillis());
    return Quota.run(
        subject,
        workbench,
        List.of("-XX:+UseSerialGC"),
        wanted,
        "thaw.course.throttling.Pauses",
        MILLIS,
        subject.get(THREADS),
        period);
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
    List<String> spans = new ArrayList<>();
    for (int i = 0; i < BARS; i++) {
      spans.add(span(i));
    }
    List<Table.Row> rows = new ArrayList<>();
    List<Table.Row> lengths = new ArrayList<>();
    List<Chart.Series> series = new ArrayList<>();
    for (Case subject : samples.cases()) {
      rows.add(row(subject, samples));
      lengths.add(new Table.Row(words(subject), bars(subject, samples)));
      if (subject.get(THREADS).equals("1") && Quota.of(subject).period().equals(Quota.LAMBDA)) {
        series.add(new Chart.Series(subject.get(Quota.MEMORY), values(subject, samples)));
      }
    }
    return new Conclusions(
        List.of(
            new Table(
                "Pauses of a computation",
                "By memory size, period and threads. The share of a CPU is memory / 1,769. The last"
                    + " columns are what was seen on Lambda.",
                "quota",
                List.of(
                    "CPU ms a period",
                    "pauses a s",
                    "median, ms",
                    "p90, ms",
                    "longest, ms",
                    "running, %",
                    "share, %",
                    "Lambda: a s",
                    "Lambda: %"),
                rows),
            new Table("Pauses per second, by their length in ms", "", "quota", spans, lengths)),
        List.of(
            new Chart.Bars(
                "Pauses per second in periods of 20 ms, by their length in ms",
                "1/s",
                false,
                spans,
                series)),
        new PauseClaims(samples).verdicts());
  }

  private static Table.Row row(Case subject, Measurements samples) {
    String[] factors = factors(subject);
    Quota quota = Quota.of(subject);
    Optional<PauseClaims.Seen> seen =
        PauseClaims.ON_LAMBDA.stream()
            .filter(one -> subject.get(THREADS).equals("1") && quota.period().equals(Quota.LAMBDA))
            .filter(one -> one.memory().equals(quota.memory()))
            .findFirst();
    return new Table.Row(
        words(subject),
        List.of(
            words("%.1f", quota.millis()),
            samples.entry(RATE, factors),
            samples.entry(MEDIAN, factors),
            samples.entry(P90, factors),
            samples.entry(LONGEST, factors),
            samples
                .spread(RUNNING, factors)
                .<Entry>map(share -> new Entry.Figure(share.over(0.01), "%"))
                .orElse(samples.entry(RUNNING, factors)),
            words("%.1f", quota.share() * 100),
            seen.map(one -> words("%.1f", one.pauses())).orElse(new Entry.Missing("")),
            seen.map(one -> words("%.1f", one.running() * 100)).orElse(new Entry.Missing(""))));
  }

  private static List<Entry> bars(Case subject, Measurements samples) {
    List<Entry> bars = new ArrayList<>();
    for (int i = 0; i < BARS; i++) {
      bars.add(samples.entry(bar(i), factors(subject)));
    }
    return bars;
  }

  private static List<Optional<Spread>> values(Case subject, Measurements samples) {
    List<Optional<Spread>> values = new ArrayList<>();
    for (int i = 0; i < BARS; i++) {
      values.add(samples.spread(bar(i), factors(subject)));
    }
    return values;
  }

  private static Entry words(String pattern, double value) {
    return new Entry.Words(String.format(Locale.ROOT, pattern, value));
  }

  private static String words(Case subject) {
    return subject.get(Quota.MEMORY)
        + ", "
        + subject.get(Quota.PERIOD)
        + (subject.get(THREADS).equals("1") ? "" : ", " + subject.get(THREADS) + " threads");
  }
}

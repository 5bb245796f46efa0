package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict.ForJdk;
import thaw.sandbox.jdk.Jdk;

/** The time of a full collection under a quota, by collector. */
final class QuotaCollection implements QuotaPart {
  private static final String NAME = "collection";
  private static final String COLLECTOR = "collector";
  private static final String SERIAL = "Serial";
  private static final String PARALLEL = "Parallel";
  private static final String MEMORY = Quota.memory(512);
  private static final Quantity PAUSE = new Quantity("pause_ms", "ms", "full collection");
  private static final Quantity CPU = new Quantity("cpu_ms", "ms", "CPU time of it");

  /** One thread collects: where it takes longer than its CPU time, others had the CPUs. */
  private static final double BUSY = 1.25;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Case> cases(boolean quick, List<Jdk> jdks) {
    List<Case> cases = new ArrayList<>();
    for (String collector : quick ? List.of(SERIAL, PARALLEL) : List.of(SERIAL, PARALLEL, "G1")) {
      for (String period : List.of(Quota.NONE, Quota.LAMBDA)) {
        cases.add(
            new Quota(MEMORY, period).subject(NAME, jdks.getLast().label(), COLLECTOR, collector));
      }
    }
    return cases;
  }

  @Override
  public List<Quantity> quantities(Case subject) {
    return List.of(PAUSE, CPU);
  }

  @Override
  public List<String> options(Case subject) {
    return List.of("-XX:+Use" + subject.get(COLLECTOR) + "GC");
  }

  @Override
  public List<String> program(Case subject) {
    return List.of("thaw.course.throttling.Collection", "64"); // MiB
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    return new Conclusions(
        List.of(
            QuotaTables.table(
                samples,
                "Full collection of 64 MB of living objects, with all CPUs and with those of 512"
                    + " MB",
                "",
                "JDK, collector",
                COLLECTOR,
                List.of(
                    QuotaTables.free("all CPUs, ms", samples, PAUSE),
                    QuotaTables.limited("512 MB, ms", samples, PAUSE),
                    new Table.Column<>(
                        "times as long",
                        subject ->
                            samples.ratioEntry(
                                PAUSE,
                                subject.with(Quota.PERIOD, Quota.LAMBDA),
                                PAUSE,
                                subject.with(Quota.PERIOD, Quota.NONE))),
                    QuotaTables.free("CPU ms, all", samples, CPU),
                    QuotaTables.limited("CPU ms, 512 MB", samples, CPU)))),
        List.of(
            QuotaTables.bars(
                samples, "Pause of a full collection", false, COLLECTOR, MEMORY, PAUSE)),
        new Claims(samples)
            .add(
                "A parallel collector's workers spend the quota together: with all CPUs a full"
                    + " collection by ParallelGC takes less than 0.9 times that by SerialGC, with"
                    + " the quota of 512 MB it does not.",
                "inferred from the quota being one for all threads",
                jdk -> answer(samples, jdk))
            .verdicts());
  }

  private static ForJdk answer(Measurements samples, String jdk) {
    Claims claims = new Claims(samples);
    Figure serial = figure("Serial", jdk, Quota.NONE, SERIAL);
    Optional<String> busy =
        claims
            .ratio(serial, new Figure("", CPU, serial.subject()))
            .filter(wait -> wait.median() > BUSY)
            .map(wait ->
                String.format(
                    Locale.ROOT,
                    "with all CPUs Serial takes %.1f times its CPU time",
                    wait.median()));
    return ForJdk.all(
            List.of(
                claims.ratio(
                    jdk,
                    figure("with all CPUs Parallel", jdk, Quota.NONE, PARALLEL),
                    serial,
                    Bounds.atMost(0.9)),
                claims.ratio(
                    jdk,
                    figure("with 512 MB Parallel", jdk, Quota.LAMBDA, PARALLEL),
                    figure("Serial", jdk, Quota.LAMBDA, SERIAL),
                    Bounds.atLeast(0.9))))
        .unless(busy);
  }

  private static Figure figure(String words, String jdk, String period, String collector) {
    return new Figure(
        words, PAUSE, Case.of(Case.JDK, jdk, Quota.PERIOD, period, COLLECTOR, collector));
  }
}

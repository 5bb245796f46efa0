package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;
import thaw.sandbox.jdk.Jdk;

/** The share of a quota that the compilers take when a program begins to work. */
final class QuotaWarmUp implements QuotaPart {
  private static final String NAME = "warm-up";
  private static final String TIERS = "tiers";
  private static final String DEFAULT = "default (C1, C2)";
  private static final String C1_ONLY = "C1 only";
  private static final String INTERPRETED = "interpreter";
  private static final String MEMORY = Quota.memory(256);
  private static final Quantity FIRST = new Quantity("first_ms", "ms", "first request");
  private static final Quantity WALL = new Quantity("wall_ms", "ms", "12 requests");
  private static final Quantity CPU = new Quantity("cpu_ms", "ms", "CPU time of all threads");
  private static final Quantity C1 = new Quantity("c1_ms", "ms", "CPU time of C1");
  private static final Quantity C2 = new Quantity("c2_ms", "ms", "CPU time of C2");

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
  public List<Quantity> quantities(Case subject) {
    return List.of(FIRST, WALL, CPU, C1, C2);
  }

  @Override
  public List<String> options(Case subject) {
    return switch (subject.get(TIERS)) {
      case C1_ONLY -> List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
      case INTERPRETED -> List.of("-XX:+UseSerialGC", "-Xint");
      default -> List.of("-XX:+UseSerialGC");
    };
  }

  @Override
  public List<String> program(Case subject) {
    return List.of("thaw.course.throttling.WarmUp", "12"); // requests
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    Claims claims = new Claims(samples);
    return new Conclusions(
        List.of(
            QuotaTables.table(
                samples,
                "12 requests from the first one on, with all CPUs and with those of 256 MB",
                "Compilers: their part of all CPU time at 256 MB.",
                "JDK, compilers",
                TIERS,
                List.of(
                    QuotaTables.free("first, all CPUs, ms", samples, FIRST),
                    QuotaTables.limited("first, 256 MB, ms", samples, FIRST),
                    QuotaTables.free("12, all CPUs, ms", samples, WALL),
                    QuotaTables.limited("12, 256 MB, ms", samples, WALL),
                    QuotaTables.free("CPU ms, all CPUs", samples, CPU),
                    QuotaTables.limited("CPU ms, 256 MB", samples, CPU),
                    part("C1, %", samples, C1),
                    part("C2, %", samples, C2)))),
        List.of(
            QuotaTables.bars(
                samples, "12 requests from the first one on", true, TIERS, MEMORY, WALL)),
        claims
            .add(
                "C2 costs 57 % more CPU time at small memory sizes: 1,357 ms with default tiers,"
                    + " 851 ms with C1 only, at 256 MB (holds from 28 % on, for another program).",
                "first invocation of a function with a DynamoDB client, JDK 25, quota of 256 MB,"
                    + " 2026",
                overC1(claims, CPU, Bounds.atLeast(1.28)))
            .add(
                "A cold start is faster when it stops at C1: p90 2,071 ms in place of 5,212 ms (here:"
                    + " order only, 12 first requests at 256 MB).",
                "frameworks on AWS Lambda at 1,024 MB, 100 requests a second for 10 minutes",
                overC1(claims, WALL, Bounds.atLeast(1)))
            .verdicts());
  }

  private static Table.Column<Case> part(String head, Measurements samples, Quantity compiler) {
    return new Table.Column<>(
        head,
        subject -> {
          Case limited = subject.with(Quota.PERIOD, Quota.LAMBDA);
          return samples
              .ratio(compiler, limited, CPU, limited)
              .<Entry>map(ratio -> new Entry.Figure(ratio.over(0.01), "%"))
              .orElse(new Entry.Missing("not measured"));
        });
  }

  private static Claims.Answer overC1(Claims claims, Quantity quantity, Bounds bounds) {
    return claims.ratio(
        figure("default tiers", quantity, DEFAULT), figure("C1 only", quantity, C1_ONLY), bounds);
  }

  private static Claims.OnJdk figure(String words, Quantity quantity, String tiers) {
    return jdk ->
        new Figure(
            words, quantity, Case.of(Case.JDK, jdk, Quota.PERIOD, Quota.LAMBDA, TIERS, tiers));
  }
}

package thaw.lab;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/** Made-up results of lessons: an ordinary one, one with all that can go wrong, a large one. */
final class LabExamples {
  static final String DEBIAN = "Debian 17.0.15+6-Debian-1deb12u1";
  static final String TEMURIN = "Temurin 25.0.3+9";
  private static final List<String> ARCHIVES =
      List.of("default CDS", "no CDS", "AppCDS", "AOT cache");
  private static final List<String> USES =
      List.of("first lambda", "second lambda", "anonymous class", "HttpClient with a TLS context");

  private LabExamples() {}

  static Map<String, LessonResult> all() {
    Map<String, LessonResult> all = new LinkedHashMap<>();
    all.put("usual", usual());
    all.put("hostile", hostile());
    all.put("large", large());
    all.put("lines", lines());
    return all;
  }

  static Syllabus syllabus(int number, String name, String title) {
    return new Syllabus(
        number,
        name,
        title,
        "Does the first lambda of a JVM still take 40 to 50 ms, as was published in 2016 for JDK 8?",
        "Each sample is a fresh JVM that uses one feature once; the clock is read around the use"
            + " alone, by `System.nanoTime`.",
        "Time in which the thread was ready and had no CPU is taken off.",
        "One feature at a time: what two features share is told by neither.",
        "Do not avoid lambdas: give the JVM an AOT cache, and use the feature once in init where"
            + " there is none.",
        List.of("lambda-first-use", "string-concatenation"),
        1,
        11,
        3);
  }

  private static RunFacts facts(boolean quick, List<Warning> warnings) {
    return new RunFacts(
        1,
        "9f86d081884c7d65",
        Instant.parse("2026-03-01T09:30:00Z"),
        new Host("6.1.0-18-amd64", "Example CPU @ 2.60GHz", 2, 7_960, "v2", List.of()),
        quick,
        quick ? 3 : 11,
        1,
        warnings);
  }

  /** Around a median, with so many values. */
  static Spread spread(double median, double share, int count) {
    return Spread.of(
        IntStream.range(0, count)
            .mapToDouble(i -> median * (1 + share * (2.0 * i / Math.max(1, count - 1) - 1)))
            .toArray());
  }

  private static Entry ms(double median, double share) {
    return new Entry.Figure(spread(median, share, 11), "ms");
  }

  private static Measurements samples(List<Case> cases, int rounds, Map<Integer, String> failures) {
    List<Measurement> all = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (Case subject : cases) {
        Optional<String> failure = Optional.ofNullable(failures.get(all.size()));
        all.add(
            new Measurement(
                subject,
                round,
                failure.isPresent() ? Map.of() : Map.of("wall_ms", 4.0 + round),
                failure));
      }
    }
    return new Measurements(cases, all);
  }

  private static List<Case> cases(List<String> jdks) {
    List<Case> cases = new ArrayList<>();
    for (String jdk : jdks) {
      for (String archive : ARCHIVES) {
        cases.add(Case.of(Case.JDK, jdk, "archive", archive));
      }
    }
    return cases;
  }

  static LessonResult usual() {
    List<Table> tables = new ArrayList<>();
    List<Chart.Series> series = new ArrayList<>();
    for (String jdk : List.of(DEBIAN, TEMURIN)) {
      List<Table.Row> rows = new ArrayList<>();
      boolean old = jdk.equals(DEBIAN);
      double base = old ? 9.4 : 6.8;
      for (int use = 0; use < USES.size(); use++) {
        double scale = base * new double[] {1, 0.031, 0.04, 21}[use];
        rows.add(
            new Table.Row(
                USES.get(use),
                List.of(
                    ms(scale, 0.08),
                    ms(scale * 2.6, 0.05),
                    ms(scale * 0.7, 0.2),
                    old ? new Entry.Missing("") : ms(scale * 0.004, 0.3))));
      }
      tables.add(new Table("First use on " + jdk + ", ms", "", "first use", ARCHIVES, rows));
      series.add(
          new Chart.Series(
              jdk,
              rows.stream()
                  .map(row -> Optional.of(((Entry.Figure) row.entries().get(0)).spread()))
                  .toList()));
    }
    List<Chart> charts =
        List.of(new Chart.Bars("First use with the default CDS archive", "ms", true, USES, series));
    List<Verdict> verdicts =
        List.of(
            new Verdict(
                "The first lambda of a JVM takes 40 to 50 ms.",
                "N. N., 2016, JDK 8, a laptop",
                List.of(
                    new Verdict.ForJdk(
                        DEBIAN, Verdict.Judgement.NO_LONGER, "9.40 ms (8.65 to 10.2), 11 samples"),
                    new Verdict.ForJdk(
                        TEMURIN,
                        Verdict.Judgement.NO_LONGER,
                        "6.80 ms (6.26 to 7.34), 11 samples"))),
            new Verdict(
                "An anonymous class costs a tenth of a first lambda or less.",
                "N. N., 2016, JDK 8, a laptop",
                List.of(
                    new Verdict.ForJdk(
                        DEBIAN,
                        Verdict.Judgement.HOLDS,
                        "0.376 ms against 9.40 ms: 0.04 of it (0.04 to 0.04)"),
                    new Verdict.ForJdk(
                        TEMURIN,
                        Verdict.Judgement.UNDECIDED,
                        "0.272 ms against 6.80 ms on " + TEMURIN + ", whose intervals overlap"))));
    return new LessonResult(
        syllabus(1, "first-use", "First use of a feature"),
        facts(false, List.of()),
        samples(cases(List.of(DEBIAN, TEMURIN)), 11, Map.of()),
        new Conclusions(tables, charts, verdicts));
  }

  /** Texts that would steer a terminal or a page, failures, warnings, sentences in a table. */
  static LessonResult hostile() {
    String nasty = "<img src=x onerror=\"alert(1)\"> {{data}} \u001b[31m | *a* _b_ [c](d) `";
    List<Table> tables =
        List.of(
            new Table(
                "Order " + nasty,
                nasty,
                "what " + "runs",
                List.of("seen " + nasty, TEMURIN),
                List.of(
                    new Table.Row(
                        nasty,
                        List.of(
                            new Entry.Words(
                                "the static initialiser of the handler's class, then its"
                                    + " constructor, both in init"),
                            new Entry.Missing("ended with 1: " + nasty))))),
            new Table(
                "Different units",
                "",
                "what",
                List.of("time", "bytes", "mixed", "none"),
                List.of(
                    new Table.Row(
                        "one",
                        List.of(
                            ms(0.0123, 0.1),
                            new Entry.Figure(spread(1_048_576, 0, 11), "B"),
                            ms(12, 0.4),
                            new Entry.Missing("not measured"))),
                    new Table.Row(
                        "two",
                        List.of(
                            ms(1234.5, 0.001),
                            new Entry.Figure(spread(16, 0, 11), "B"),
                            new Entry.Figure(spread(16, 0.01, 2), "B"),
                            new Entry.Missing("no such case"))))));
    List<Chart> charts =
        List.of(
            new Chart.Bars(
                nasty,
                "ms",
                false,
                List.of(nasty, "nothing measured"),
                List.of(
                    new Chart.Series(
                        nasty, List.of(Optional.of(spread(3, 0.2, 11)), Optional.empty())))));
    return new LessonResult(
        syllabus(4, "init-order", "Order " + nasty),
        facts(
            true,
            List.of(
                new Warning(
                    "the machine was busy when the measurement began",
                    "load average 4.30 on 2 CPUs",
                    "close other programs and measure again"))),
        samples(
            cases(List.of("Temurin 25.0.3+9", "Temurin 25.0.2+10")),
            3,
            Map.of(2, nasty, 5, "ended with 1: out of memory", 9, "ended with 1: out of memory")),
        new Conclusions(
            tables,
            charts,
            List.of(
                new Verdict(
                    nasty,
                    nasty,
                    List.of(new Verdict.ForJdk(nasty, Verdict.Judgement.UNDECIDED, nasty))))));
  }

  /** 20 categories of 8 series, and a table of 12 columns. */
  static LessonResult large() {
    List<String> categories =
        IntStream.range(0, 20).mapToObj(i -> "what is measured, number " + (i + 1)).toList();
    List<Chart.Series> series =
        IntStream.range(0, 8)
            .mapToObj(i ->
                new Chart.Series(
                    (i % 2 == 0 ? DEBIAN : TEMURIN) + ", variant " + (char) ('A' + i),
                    values(20, category -> 0.02 * Math.pow(1.6, category) * (i + 1))))
            .toList();
    List<String> columns =
        IntStream.range(0, 12).mapToObj(i -> "variant " + (i + 1) + " of all").toList();
    List<Table.Row> rows =
        IntStream.range(0, 4)
            .mapToObj(row ->
                new Table.Row(
                    "row " + row,
                    IntStream.range(0, 12)
                        .mapToObj(i -> ms((row + 1) * (i + 1) / 7.0, 0.04))
                        .toList()))
            .toList();
    return new LessonResult(
        syllabus(5, "class-loading", "Class loading"),
        facts(false, List.of()),
        samples(cases(List.of(DEBIAN, TEMURIN)), 11, Map.of()),
        new Conclusions(
            List.of(new Table("Twelve columns, ms", "", "row", columns, rows)),
            List.of(new Chart.Bars("Everything beside everything", "ms", true, categories, series)),
            List.of()));
  }

  private static List<Optional<Spread>> values(int count, IntToDoubleFunction median) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            i == 7
                ? Optional.<Spread>empty()
                : Optional.of(spread(median.applyAsDouble(i), 0.15, 11)))
        .toList();
  }

  /** Over memory sizes, and over small whole numbers. */
  static LessonResult lines() {
    List<Chart.Line> pauses = new ArrayList<>();
    List<Chart.Line> bytes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int line = i;
      pauses.add(
          new Chart.Line(
              "quota period " + (10 * (i + 1)) + " ms",
              IntStream.of(128, 256, 512, 1024, 1769, 3008)
                  .mapToObj(
                      size -> new Chart.Point(size, spread(90_000.0 * (line + 2) / size, 0.1, 11)))
                  .toList()));
    }
    for (String jdk : List.of(DEBIAN, TEMURIN)) {
      bytes.add(
          new Chart.Line(
              jdk + ", C1 only",
              IntStream.of(1, 2, 4, 8, 16, 24, 32, 48, 64)
                  .mapToObj(fields ->
                      new Chart.Point(fields, spread(fields <= 16 ? 0 : 16 + 4 * fields, 0, 11)))
                  .toList()));
    }
    return new LessonResult(
        syllabus(7, "throttling", "Throttling by a CPU quota"),
        facts(false, List.of()),
        samples(cases(List.of(DEBIAN, TEMURIN)), 11, Map.of()),
        new Conclusions(
            List.of(),
            List.of(
                new Chart.Lines("Longest pause by memory size", "ms", true, "memory, MiB", pauses),
                new Chart.Lines("Bytes of each operation", "B", false, "captured fields", bytes)),
            List.of(
                new Verdict(
                    "A quota throttles.",
                    "kernel documentation",
                    List.of(
                        new Verdict.ForJdk(
                            "this machine", Verdict.Judgement.HOLDS, "41 pauses"))))));
  }
}

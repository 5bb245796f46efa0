package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.Evidence;

/** All findings together. */
class FindingsTest {
  private static final String HANDLER =
      Stubs.handler("public String handleRequest(String e, Context c) { return e.trim(); }");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  /** From the name of a type to the interface, and not over the head of another type. */
  private static final Pattern CHECK =
      Pattern.compile(
          "\\b(?:class|record)\\s+(\\w+)(?:(?!\\b(?:class|record)\\b)[^{;])*?"
              + "\\bimplements\\s[^{]*\\bCheck\\b");

  @TempDir private Path folder;

  @Test
  void the_largest_saving_comes_first() throws IOException {
    List<Finding> found =
        Example.of(folder, HANDLER)
            .sampled(HANDLER_INIT, Cause.USER_CODE, 40, "example.Handler.<clinit>")
            .sampled(HANDLER_INIT, Cause.SLEEP, 90, "example.Handler.<clinit>")
            .sampled(HANDLER_INIT, Cause.REGEX, 60, "example.Handler.<clinit>")
            .findings();

    assertEquals(
        List.of("sleep-in-init", "regex-in-cold-start", "own-code-in-init"),
        found.stream().map(Finding::id).toList());
  }

  @Test
  void what_no_measurement_of_this_size_can_tell_is_left_out() throws IOException {
    Example small =
        Example.of(folder, HANDLER)
            .sampled(FIRST_INVOCATION, Cause.NETWORK_CODE, 10_000, "org.lib.Client.send")
            .sampled(HANDLER_INIT, Cause.SLEEP, 99, "example.Handler.<clinit>");
    assertEquals(List.of(), small.findings());

    assertEquals(
        1,
        small.sampled(HANDLER_INIT, Cause.SLEEP, 10, "example.Handler.<clinit>").findings().size());
  }

  @Test
  void no_gain_is_more_than_its_phase_takes_beyond_a_later_invocation() throws IOException {
    String asking =
        Stubs.handler(
            """
              public String handleRequest(String e, Context c) { return org.lib.Engine.ask(e); }
            """);
    String engine =
        "package org.lib; public class Engine {"
            + " public static String ask(String o) { return o; } }";
    List<Finding> found =
        Example.of(folder, engine, asking)
            .with(Example.noArchive(25))
            .with(Example.snapStart())
            .spent(PhaseName.RESTORE, Cause.RESTORE, 60)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                40,
                "org.lib.Engine.ask",
                "example.Handler.handleRequest@ask")
            .spent(FIRST_INVOCATION, Cause.THROTTLED, 60)
            .spent(FIRST_INVOCATION, Cause.HOST_CONTENTION, 70)
            .later(30)
            .findings();

    assertTrue(found.stream().anyMatch(each -> each.id().equals("unprimed-first-call")));
    assertTrue(found.stream().anyMatch(each -> each.id().equals("work-in-handler")));
    found.forEach(each -> assertTrue(each.highMillis() <= 70.001, each.toString()));
  }

  @Test
  void what_other_programs_took_hides_no_finding() throws IOException {
    Example example =
        Example.of(folder, HANDLER)
            .sampled(HANDLER_INIT, Cause.SLEEP, 10, "example.Handler.<clinit>")
            .spent(HANDLER_INIT, Cause.HOST_CONTENTION, 10_000);

    assertEquals(1, example.findings("sleep-in-init").size());
  }

  @Test
  void costs_are_explained_and_stay_as_they_are() throws IOException {
    Evidence evidence =
        Example.of(folder, HANDLER)
            .loaded(HANDLER_INIT, "example.Handler")
            .sampled(HANDLER_INIT, Cause.SLEEP, 100, "org.lib.A.<clinit>")
            .sampled(FIRST_INVOCATION, Cause.RESOLUTION, 9, "example.Handler.handleRequest@trim")
            .evidence();
    Explanation explained = Findings.explained(evidence);

    assertEquals(Findings.of(evidence), explained.findings());
    assertEquals(1, explained.movable().size());
    assertEquals("org.lib.A", explained.initialisers().getFirst().className());
    assertEquals(evidence.costs().classes(), explained.classes());
    assertEquals(evidence.costs().profile(), explained.profile());
  }

  @Test
  void a_class_that_the_jvm_generated_is_no_place() throws IOException {
    Finding found =
        Example.of(folder, HANDLER)
            .sampled(
                HANDLER_INIT,
                Cause.SLEEP,
                100,
                "example.Handler$$Lambda.run",
                "example.Handler.handleRequest@trim")
            .finding("sleep-in-init");

    assertEquals("example.Handler.handleRequest(Handler.java:8)", found.place());
  }

  @Test
  void of_what_saves_about_as_much_the_code_comes_before_the_archive() throws IOException {
    assertEquals(List.of("sleep-in-init", "no-class-archive"), besideArchive(80));
    assertEquals(List.of("no-class-archive", "sleep-in-init"), besideArchive(60));
  }

  /** Beside an archive that saves 85 to 115 ms. */
  private List<String> besideArchive(int sleepMillis) throws IOException {
    return Example.of(folder, HANDLER)
        .with(Example.noArchive(25))
        .loaded(HANDLER_INIT, "org.lib.A")
        .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 100, "org.lib.A.load")
        .sampled(HANDLER_INIT, Cause.SLEEP, sleepMillis, "example.Handler.<clinit>")
        .findings()
        .stream()
        .map(Finding::id)
        .toList();
  }

  @Test
  void the_order_is_by_the_middle_and_a_group_begins_with_its_largest() {
    Finding wide = finding("wide", "", 0, 220); // 110
    Finding narrow = finding("narrow", "", 95, 105); // 100
    Finding code = finding("code", "a.B.c(B.java:1)", 83, 83);
    Finding other = finding("other", "a.B.d(B.java:2)", 70, 90); // 80, less than 3/4 of 110
    Finding least = finding("least", "", 64, 64);
    assertEquals(
        List.of("code", "wide", "narrow", "other", "least"),
        FindingOrder.of(List.of(least, other, narrow, wide, code)).stream()
            .map(Finding::id)
            .toList());
  }

  private static Finding finding(String id, String place, double low, double high) {
    return new Finding(id, "title", "evidence", place, low, high, "remedy");
  }

  @Test
  void nothing_is_found_where_nothing_was_recorded() throws IOException {
    assertEquals(List.of(), Example.of(folder, HANDLER).findings());
  }

  @Test
  void every_kind_of_finding_is_described() throws IOException {
    Set<String> made = new TreeSet<>();
    Pattern id = Pattern.compile("(?:Check\\.finding|new Step)\\(\\s*\"([a-z0-9-]+)\"");
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/thaw/attribution"))) {
      Stream<Path> sources = files.filter(file -> file.toString().endsWith(".java"));
      for (Path source : (Iterable<Path>) sources::iterator) {
        Matcher matcher = id.matcher(Files.readString(source));
        while (matcher.find()) {
          made.add(matcher.group(1));
        }
      }
    }

    assertTrue(made.size() > 20, made.toString());
    assertEquals(made, described());
    for (String page : List.of("README.md", "docs/README.md")) {
      assertTrue(
          Files.readString(Path.of("..", page))
              .contains("[" + made.size() + " kinds of findings]("),
          page + " does not say that there are " + made.size());
    }
  }

  @Test
  void every_check_is_asked() throws IOException {
    String asked =
        Files.readString(Path.of("src/main/java/thaw/attribution/finding/Findings.java"));
    Set<String> checks = new TreeSet<>();
    Set<String> forgotten = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/thaw/attribution"))) {
      for (Path source : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        checks.addAll(checksIn(Files.readString(source)));
      }
    }
    checks.stream().filter(name -> !asked.contains("new " + name + "(")).forEach(forgotten::add);

    assertTrue(checks.size() > 20, checks.toString());
    assertEquals(Set.of(), forgotten);
  }

  /** Names of the classes and records of a source that are checks. */
  private static Set<String> checksIn(String source) {
    Matcher found = CHECK.matcher(COMMENT.matcher(source).replaceAll(""));
    Set<String> checks = new TreeSet<>();
    while (found.find()) {
      checks.add(found.group(1));
    }
    return checks;
  }

  @Test
  void a_check_is_seen_however_it_is_declared() {
    assertEquals(
        Set.of("A", "B", "C", "D", "E"),
        checksIn(
            """
            /** A class of those that implements Check { no less }. */
            final class A implements Check {}
            record B(String name, int size) implements Check {}
            class C<T extends Comparable<T>> extends Base<T> implements Check {
              private static final class D
                  implements Named, Check {}
            }
            record E() implements Named, Check, Runnable {}
            class NoCheck implements Checked, Named {}
            class Other { Check made = null; }
            """));
  }

  @Test
  void the_page_tells_how_many_functions_with_a_known_truth_are_not_counted() throws IOException {
    long known =
        Files.readAllLines(Path.of("../benchmarks/findings-truth.txt")).stream()
            .filter(line -> line.matches("[a-z].*") && !line.equals("everywhere"))
            .count();
    String page = Files.readString(Path.of("../docs/findings.md"));
    Matcher judged = Pattern.compile("(?m)^(\\d+) functions, \\d+ findings:").matcher(page);
    assertTrue(judged.find());
    Matcher later = Pattern.compile("Not counted yet: (\\d+)\\b").matcher(page);
    long rest = later.find() ? Long.parseLong(later.group(1)) : 0;

    assertEquals(known, Long.parseLong(judged.group(1)) + rest, "judged, and not counted yet");
  }

  @Test
  void what_is_known_of_sample_functions_are_findings_that_exist() throws IOException {
    Set<String> known = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../benchmarks/findings-truth.txt"))) {
      String[] words = line.strip().split(" +");
      if (words[0].equals("must") || words[0].equals("may")) {
        known.addAll(List.of(words[1].split("\\|")));
      } else if (!line.isBlank() && !line.startsWith(" ") && !line.startsWith("#")) {
        assertTrue(
            words.length == 1 || Files.exists(Path.of("../functions", words[0], "template.yaml")),
            line);
      }
    }
    known.removeAll(described());

    assertEquals(Set.of(), known);
  }

  private static Set<String> described() throws IOException {
    Set<String> described = new TreeSet<>();
    Matcher heading =
        Pattern.compile("(?m)^### `([a-z0-9-]+)`")
            .matcher(Files.readString(Path.of("../docs/findings.md")));
    while (heading.find()) {
      described.add(heading.group(1));
    }
    return described;
  }

  /** Whatever a start was spent on, as samples and as what was measured. */
  @ParameterizedTest
  @EnumSource(Cause.class)
  void no_gain_is_larger_than_the_start_it_is_of(Cause cause) throws IOException {
    PhaseName phase = cause.ordinal() % 2 == 0 ? HANDLER_INIT : FIRST_INVOCATION;
    Explanation explained =
        Findings.explained(
            Example.of(folder, HANDLER)
                .sampled(
                    phase,
                    cause,
                    9_000,
                    "org.lib.Client.send",
                    "example.Handler.handleRequest@trim")
                .waitedBeside(phase, Cause.JIT_THREADS, 4_000)
                .spent(HANDLER_INIT, Cause.HOST_CONTENTION, 3_000)
                .evidence());
    for (Finding each : explained.findings()) {
      assertTrue(
          each.highMillis() <= explained.ownMillis(),
          each + " of " + explained.ownMillis() + " ms");
      assertTrue(each.lowMillis() <= each.highMillis(), each.toString());
    }
  }
}

package thaw.escape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

/** A JVM's log of one method with a call that has two receivers, and what can be made of it. */
class TwoReceiversTest {
  private static final long START = 1_700_000_000_000L;
  private static final MethodName BOTH =
      new MethodName("example.Bi", "both", "(Lexample/Bi$Shape;I)I");
  private static final MethodName DEEP =
      new MethodName("example.Bi$Deep", "area", "(Lexample/Bi$Box;)I");

  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void the_program_that_the_log_is_of() throws IOException {
    Sources.compile(
        classes,
        """
        package example;
        public final class Bi {
          interface Shape { int area(Box box); }
          static final class Box { int v; Box(int v) { this.v = v; } }
          static Object kept;
          static final class Flat implements Shape {
            public int area(Box box) { Box b = new Box(box.v + 1); return b.v; }
          }
          static final class Deep implements Shape {
            public int area(Box box) { Box b = new Box(box.v + 2); kept = b; return b.v; }
          }
          static int both(Shape s, int i) { return s.area(new Box(i)); }
        }
        """);
  }

  @Test
  void each_receiver_s_method_is_inlined_where_it_is_called() throws IOException {
    assertStays("stored-static", scanned(log()));
  }

  @Test
  void an_attempt_that_failed_gives_way_to_the_next_one() throws IOException {
    assertStays("stored-static", scanned(failedFirst("retry class loading during parsing")));
  }

  @Test
  void a_next_attempt_may_be_one_without_the_analysis() throws IOException {
    String failed = failedFirst("retry without escape analysis");
    String kept = failed.replaceAll("(?s)<eliminate_allocation.*</eliminate_allocation>\n", "");
    EscapeReport report = scanned(kept);
    assertEquals(0, report.removed());
    assertEquals(
        List.of("the escape analysis of the method gave up: retry without escape analysis"),
        report.losses().stream().map(loss -> loss.reason().words()).distinct().toList());
  }

  @Test
  void without_a_successful_attempt_nothing_was_compiled() throws IOException {
    assertEquals(
        0, scanned(log().replace("task_done success='1'", "task_done success='0'")).sites());
  }

  @Test
  void samples_are_compared_with_the_compilation_in_their_own_jvm() throws IOException {
    long later = START + 1_000_000;
    EscapeReport report =
        scanned(
            new LoggedRun(read(log()), samples(START + 10, 1, START + 1000, 20)),
            new LoggedRun(
                read(log().replace("" + START, "" + later)),
                samples(later + 10, 300, later + 1000, 4000)));
    assertEquals(1, report.losses().size());
    assertEquals(4020, report.losses().getFirst().bytes().orElseThrow());
  }

  @Test
  void nothing_is_quiet_that_was_compiled_only_where_nobody_counted() throws IOException {
    LoggedRun uncounted = new LoggedRun(read(log()), Optional.empty());
    String nothing = log().replace("task_done success='1'", "task_done success='0'");
    LoggedRun counted = new LoggedRun(read(nothing), samples(START + 10, 1, START + 1000, 20));
    EscapeReport report = scanned(uncounted, counted);
    assertEquals(0, report.quiet().size());
    assertEquals(1, report.losses().size());
    assertTrue(report.losses().getFirst().bytes().isEmpty());
  }

  @Test
  void methods_whose_bytecode_is_another_one_are_counted() throws IOException {
    Path others = Files.createDirectory(folder.resolve("others"));
    Sources.compile(others, "package example; public final class Bi { }");
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(others), List.of())) {
      EscapeReport report = EscapeScan.ofRuns(program, List.of(run(log())));
      assertTrue(
          report.notes().getFirst().startsWith("1 method of yours could not be analysed"),
          () -> report.notes().toString());
    }
  }

  @Test
  void a_class_path_of_another_machine_does_not_matter() throws IOException {
    String log =
        log()
            .replace(
                "<compilation_log",
                "<properties>\njava.class.path=/a\0b:/none\n</properties>\n<compilation_log");
    Path file = Files.writeString(folder.resolve("strange.log"), log);
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(classes), List.of())) {
      LoggedRun run = LoggedRun.read(file, Optional.empty(), program);
      assertEquals("/a\0b:/none", run.log().properties().get("java.class.path"));
      assertStays("stored-static", EscapeScan.ofRuns(program, List.of(run)));
    }
  }

  private static void assertStays(String key, EscapeReport report) {
    assertEquals(3, report.sites());
    assertEquals(2, report.removed());
    assertEquals(1, report.losses().size());
    Loss loss = report.losses().getFirst();
    assertEquals(DEEP, loss.site().at().method());
    assertEquals(key, loss.reason().key());
    assertEquals(BOTH, loss.compiledIn());
  }

  /** The attempt's first half, then a failure, then the whole. */
  private static String failedFirst(String reason) throws IOException {
    String log = log();
    int parse = log.indexOf("<parse ");
    String attempt = log.substring(parse, log.indexOf("<predicted_call"));
    return log.substring(0, parse)
        + attempt
        + "<failure reason='"
        + reason
        + "' phase='compile'/>\n"
        + log.substring(parse);
  }

  private EscapeReport scanned(String log) throws IOException {
    return scanned(run(log));
  }

  private static EscapeReport scanned(LoggedRun... runs) throws IOException {
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(classes), List.of())) {
      return EscapeScan.ofRuns(program, List.of(runs));
    }
  }

  private static LoggedRun run(String log) {
    return new LoggedRun(read(log), Optional.empty());
  }

  private static CompilationLog read(String log) {
    CompilationReader reader = new CompilationReader();
    log.lines().forEach(reader::accept);
    return reader.log();
  }

  private static Optional<AllocationSamples> samples(long at, long bytes, long then, long more) {
    At kept = new At(DEEP, 0);
    return Optional.of(
        new AllocationSamples(
            List.of(
                new AllocationSamples.Sample(kept, BOTH, true, at, bytes),
                new AllocationSamples.Sample(kept, BOTH, true, then, more))));
  }

  private static String log() throws IOException {
    String name = "two-receivers-17.txt";
    try (InputStream in =
        Objects.requireNonNull(TwoReceiversTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

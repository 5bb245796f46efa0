package thaw.escape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.Sources;

/** Logs that JVMs have written of {@code Escaping.java.txt}, shortened to the methods in it. */
class EscapeScanTest {
  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void the_program_that_the_logs_are_of() throws IOException {
    Sources.compile(classes, resource("Escaping.java.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void each_allocation_that_stays_has_its_reason(String jdk) throws IOException {
    EscapeReport report = scanned("compilation-" + jdk + ".txt");
    Map<String, String> keys = new TreeMap<>();
    report
        .losses()
        .forEach(loss ->
            keys.merge(
                loss.site().at().method().name(), loss.reason().key(), (a, b) -> a + " " + b));
    assertEquals(
        new TreeMap<>(
            Map.ofEntries(
                Map.entry("storedStatic", "stored-static"),
                Map.entry("stored", "stored"),
                Map.entry("returned", "returned"),
                Map.entry("storedBelow", "stored"),
                Map.entry("thrown", "thrown"),
                Map.entry("longArray", "array"),
                Map.entry("unknownLength", "array"),
                Map.entry("unknownIndex", "array"),
                Map.entry("handedToBig", "callee-too-big"),
                Map.entry("manyReceivers", "megamorphic"),
                Map.entry("toRecursion", "recursive"),
                Map.entry("identity", "intrinsic"),
                Map.entry("inLoop", "merged merged"),
                Map.entry("held", "stored stored"))),
        keys);
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void what_is_removed_is_counted_and_what_never_ran_is_not_there(String jdk) throws IOException {
    EscapeReport report = scanned("compilation-" + jdk + ".txt");
    assertEquals(18, report.sites());
    assertEquals(2, report.removed());
    assertTrue(
        Stream.of(report.losses(), report.quiet(), report.uncompiled())
            .flatMap(List::stream)
            .map(loss -> loss.site().at().method().name())
            .noneMatch(name -> List.of("removed", "lambdaRemoved", "neverThere").contains(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void the_jvm_s_words_and_the_place_are_told(String jdk) throws IOException {
    EscapeReport report = scanned("compilation-" + jdk + ".txt");
    Loss loss = of(report, "handedToBig");
    assertEquals("Escaping.java", loss.sourceFile());
    assertEquals(line("return big(new Point(i, i));"), loss.site().line());
    assertEquals("Escaping$Point", loss.site().type());
    assertFalse(loss.reason().isInferred());
    assertTrue(
        loss.reason()
            .words()
            .contains(
                "handed to Escaping.big, which was not inlined: \"hot method"
                    + " too big\", nor looked into: code size (388) exceeds MaxBCEAEstimateSize (150)"),
        loss.reason().words());
    assertTrue(of(report, "stored").reason().isInferred());
    assertEquals("stored in Escaping.kept", of(report, "stored").reason().words());
  }

  @Test
  void a_log_that_was_cut_off_gives_what_is_whole() throws IOException {
    String whole = resource("compilation-25.txt");
    int task = whole.indexOf("<task compile_id=", whole.indexOf("storedStatic"));
    Path cut = Files.writeString(folder.resolve("cut.log"), whole.substring(0, task + 300));
    EscapeReport report = scanned(cut, List.of());
    assertFalse(report.losses().isEmpty());
    assertTrue(report.sites() < 18);
    assertTrue(
        report.notes().stream().anyMatch(note -> note.contains("its log is not whole")),
        () -> report.notes().toString());
  }

  @Test
  void an_option_that_turns_the_analysis_off_is_the_reason_for_all() throws IOException {
    String off =
        resource("compilation-17.txt")
            .replace("-XX:BCEATraceLevel=3", "-XX:BCEATraceLevel=3 -XX:-DoEscapeAnalysis");
    Path log = Files.writeString(folder.resolve("off.log"), off);
    EscapeReport report = scanned(log, List.of());
    assertEquals(
        List.of("no escape analysis: -XX:-DoEscapeAnalysis"),
        report.losses().stream().map(loss -> loss.reason().words()).distinct().toList());
  }

  @Test
  void words_that_may_be_of_another_method_are_not_used() throws IOException {
    String two =
        resource("compilation-25.txt")
            .replaceFirst(
                "(<method [^>]*name='big'.*bytes='388'.*)",
                "$1\n<method id='9999' holder='1' name='as_big' return='1' bytes='388'/>");
    Loss loss =
        of(scanned(Files.writeString(folder.resolve("two.log"), two), List.of()), "handedToBig");
    assertTrue(loss.reason().words().endsWith("\"hot method too big\""), loss.reason().words());
  }

  @Test
  void only_the_user_s_packages_count() throws IOException {
    EscapeReport report = scanned(log("compilation-25.txt"), List.of("com.example."));
    assertEquals(0, report.methods());
    assertEquals(0, report.sites());
  }

  private EscapeReport scanned(String name) throws IOException {
    return scanned(log(name), List.of());
  }

  private static EscapeReport scanned(Path log, List<String> packages) throws IOException {
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(classes), packages)) {
      return EscapeScan.of(program, List.of(new EscapeScan.Files(log, Optional.empty())));
    }
  }

  private Path log(String name) throws IOException {
    return Files.writeString(folder.resolve(name), resource(name));
  }

  private static Loss of(EscapeReport report, String method) {
    return report.losses().stream()
        .filter(loss -> loss.site().at().method().name().equals(method))
        .findFirst()
        .orElseThrow();
  }

  private static int line(String text) throws IOException {
    return resource("Escaping.java.txt")
            .lines()
            .map(String::strip)
            .collect(Collectors.toList())
            .indexOf(text)
        + 1;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(EscapeScanTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

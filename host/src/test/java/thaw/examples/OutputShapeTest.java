package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputShapeTest {
  private static final List<String> REAL =
      List.of(
          "Slow: cold start of 548 ms, 99.9 % explained; 512 MB, OpenJDK 25",
          "░░▓▓▓▓",
          "phase               cause             whose             ms       %",
          "first invocation    throttled         somebody +1      232    42 %",
          "all                 unexplained                          0     0 %",
          "517 classes come from no archive          saves 81.5-198 ms");

  private static List<String> missing(String documented) {
    return OutputShape.of(REAL, "Slow").missing(List.of(documented), "Create");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Create: cold start of 1,116 ms, 100 % explained; 1024 MB, Temurin 25.0.3+9",
        "Create: cold start of 1,116 ms...",
        "░▓█",
        "phase   cause   whose   ms   %",
        "JVM boot   class loading   JDK +8   13.5   2.5 %",
        "2,885 classes come from no archive   saves 345-692 ms",
        "...",
        "",
      })
  void figures_names_and_widths_may_differ(String documented) {
    assertEquals(List.of(), missing(documented));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Create: cold start of 1.1 s, 100 % explained; 1024 MB, Temurin 25.0.3+9",
        "Create: start of 1,116 ms...",
        "phase   cause   owner   ms   %",
        "phase   cause   whose   ms",
        "JVM boot   class loading   JDK +8   13.5 ms   2.5 %",
        "JVM boot   class loading   JDK +8   13.5",
        "2,885 classes come from no archive   gains 345-692 ms",
      })
  void another_word_column_or_unit_is_missing(String documented) {
    assertNotEquals(List.of(), missing(documented));
  }
}

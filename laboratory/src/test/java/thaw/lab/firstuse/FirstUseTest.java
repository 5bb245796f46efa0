package thaw.lab.firstuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.JvmWorkbench;
import thaw.lab.engine.Scope;
import thaw.lab.result.Case;
import thaw.lab.result.Quantity;
import thaw.sandbox.jdk.Jdk;

/** The lesson about first uses, with few samples in real JVMs of all JDKs. */
@StartsProcesses("It compares how long first uses take")
class FirstUseTest {
  private static final int SAMPLES = 3;

  @TempDir static Path folder;
  private static JvmWorkbench real;
  private static List<Jdk> jdks = List.of();
  private final FirstUse lesson = new FirstUse();

  @BeforeAll
  static void open() {
    real = new JvmWorkbench(folder, feature -> feature >= 17);
    jdks = real.jdks();
  }

  @AfterAll
  static void close() {
    real.close();
  }

  @Test
  void quick_compares_how_jvms_start_with_the_best_archive() {
    for (Jdk jdk : jdks) {
      assertEquals(
          Set.of("default CDS", jdk.feature() >= 25 ? "AOT cache" : "AppCDS"), archives(jdk, true));
      assertTrue(archives(jdk, false).containsAll(List.of("no CDS", "default CDS", "AppCDS")));
      assertEquals(jdk.feature() >= 25, archives(jdk, false).contains("AOT cache"));
    }
  }

  @Test
  void all_uses_are_compared_but_native_accessors_before_jdk_18() {
    for (Jdk jdk : jdks) {
      Set<String> uses =
          cases(jdk, true).stream()
              .map(subject -> subject.get(FirstUses.USE))
              .collect(Collectors.toSet());
      for (FirstUses use : FirstUses.values()) {
        assertEquals(
            use != FirstUses.NATIVE_REFLECTION || jdk.feature() >= 18,
            uses.contains(use.words()),
            use + " on " + jdk.label());
      }
      assertTrue(uses.contains(FirstUseRetry.TEST));
    }
  }

  @Test
  void a_first_lambda_is_dearer_than_the_next_one_and_than_an_anonymous_class() throws Exception {
    for (Jdk jdk : jdks) {
      double first = smallest(jdk, ArchiveUse.DEFAULT_CDS, FirstUses.LAMBDA, "first");
      double next = smallest(jdk, ArchiveUse.DEFAULT_CDS, FirstUses.LAMBDA, "other_interface");
      double anonymous = smallest(jdk, ArchiveUse.DEFAULT_CDS, FirstUses.ANONYMOUS_CLASS, "first");
      assertTrue(first > 2 * next, jdk.label() + ": " + first + ", " + next);
      assertTrue(first > 2 * anonymous, jdk.label() + ": " + first + ", " + anonymous);
    }
  }

  @Test
  void a_string_by_plus_is_dearer_than_by_a_builder() throws Exception {
    for (Jdk jdk : jdks) {
      Map<Quantity, Double> told = sample(jdk, ArchiveUse.DEFAULT_CDS, FirstUses.CONCATENATION);
      double plus = told.get(FirstUses.CONCATENATION.step("first"));
      double builder = told.get(FirstUses.CONCATENATION.step("builder"));
      assertTrue(plus > 5 * builder, jdk.label() + ": " + plus + ", " + builder);
    }
  }

  @Test
  void an_aot_cache_makes_the_first_lambda_cheap() throws Exception {
    for (Jdk jdk : jdks) {
      if (ArchiveUse.AOT_CACHE.isKnownTo(jdk)) {
        double usual = smallest(jdk, ArchiveUse.DEFAULT_CDS, FirstUses.LAMBDA, "first");
        double cached = smallest(jdk, ArchiveUse.AOT_CACHE, FirstUses.LAMBDA, "first");
        assertTrue(cached < usual / 5, jdk.label() + ": " + cached + ", " + usual);
      }
    }
  }

  @Thorough("It starts JVMs with libraries; FirstUseClaimsTest concludes from given samples")
  @Test
  void clients_and_loggers_tell_their_steps_and_the_sum() throws Exception {
    for (Jdk jdk : jdks) {
      for (FirstUses use : List.of(FirstUses.HTTP_CLIENT, FirstUses.LOGBACK, FirstUses.LOG4J)) {
        Map<Quantity, Double> told = sample(jdk, ArchiveUse.DEFAULT_CDS, use);
        assertTrue(told.keySet().containsAll(use.steps()), told::toString);
        assertEquals(
            told.get(use.steps().get(0)) + told.get(use.steps().get(1)), told.get(use.main()));
      }
    }
  }

  @Test
  void planned_attempts_are_four_on_a_cold_jvm() throws Exception {
    for (Jdk jdk : jdks) {
      Case planned =
          cases(jdk, true).stream()
              .filter(FirstUseRetry::is)
              .filter(subject -> subject.get(FirstUseRetry.LOOP).equals(FirstUseRetry.PLANNED))
              .filter(subject -> subject.get(FirstUses.ARCHIVE).equals("default CDS"))
              .findFirst()
              .orElseThrow();
      Map<Quantity, Double> told = lesson.measure(planned, real.workbench());
      assertEquals(FirstUseRetry.MEANT, told.get(FirstUseRetry.ATTEMPTS));
      assertFalse(told.get(FirstUseRetry.FIRST) <= 0);
    }
  }

  private double smallest(Jdk jdk, ArchiveUse archive, FirstUses use, String step)
      throws Exception {
    double smallest = Double.MAX_VALUE;
    for (int i = 0; i < SAMPLES; i++) {
      smallest = Math.min(smallest, sample(jdk, archive, use).get(use.step(step)));
    }
    return smallest;
  }

  private Map<Quantity, Double> sample(Jdk jdk, ArchiveUse archive, FirstUses use)
      throws Exception {
    return lesson.measure(
        Case.of(
            Case.JDK, jdk.label(), FirstUses.ARCHIVE, archive.words(), FirstUses.USE, use.words()),
        real.workbench());
  }

  private List<Case> cases(Jdk jdk, boolean quick) {
    return lesson.cases(
        new Scope(quick, List.of(jdk), OptionalInt.empty(), 1, Map.of()), real.workbench());
  }

  private Set<String> archives(Jdk jdk, boolean quick) {
    return cases(jdk, quick).stream()
        .map(subject -> subject.get(FirstUses.ARCHIVE))
        .collect(Collectors.toSet());
  }
}

package thaw.lab.classloading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.JvmWorkbench;
import thaw.lab.engine.Scope;
import thaw.lab.result.Case;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.sandbox.jdk.Jdk;

/** In real JVMs, with few classes. */
@Thorough("ClassLoadingTest concludes from given samples, and InitOrderRunTest runs a lesson")
@StartsProcesses("It compares how long class loading takes")
class ClassLoadingRunTest {
  /** 100 classes. */
  private static final int PACKAGES = 5;

  /** One of each layout, but for the largest. */
  private static final List<ClassSource> MEASURED =
      List.of(
          ClassSource.FOLDER,
          ClassSource.STORED_JAR,
          ClassSource.JARS,
          ClassSource.TASK,
          ClassSource.NESTED,
          ClassSource.NESTED_STORED,
          ClassSource.APP_CDS,
          ClassSource.AOT_CACHE,
          ClassSource.NOT_VERIFIED,
          ClassSource.FEW_UNUSED,
          ClassSource.ONE_IN_TEN);

  /** Cases that nobody wants are named and not prepared. */
  private static final List<String> NOTHING = List.of("none of them");

  @TempDir private Path folder;
  private JvmWorkbench real;
  private List<Jdk> jdks;

  @BeforeEach
  void open() {
    real = new JvmWorkbench(folder, feature -> feature == 17 || feature == 25);
    jdks = real.jdks();
  }

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void classes_come_from_all_places_and_an_archive_is_the_fastest() throws Exception {
    assumeTrue(!jdks.isEmpty(), "no JDK 17 or 25");
    ClassLoading lesson = new ClassLoading(PACKAGES);
    List<String> places = MEASURED.stream().map(ClassSource::words).toList();
    List<Case> cases =
        lesson.cases(scope(false, NOTHING), real.workbench()).stream()
            .filter(subject -> places.contains(subject.get(ClassLoading.SOURCE)))
            .toList();

    List<Measurement> samples = new ArrayList<>();
    for (Case subject : cases) {
      Map<String, Double> values =
          lesson.measure(subject, real.workbench()).entrySet().stream()
              .collect(Collectors.toMap(entry -> entry.getKey().key(), Map.Entry::getValue));
      samples.add(new Measurement(subject, 1, values, Optional.empty()));
    }

    Measurements all = new Measurements(cases, samples);
    for (Jdk jdk : jdks) {
      double jars = cpu(all, jdk, ClassSource.JARS);
      assertTrue(cpu(all, jdk, ClassSource.APP_CDS) < jars, samples::toString);
      assertTrue(jars < cpu(all, jdk, ClassSource.NESTED), samples::toString);
      if (ArchiveUse.AOT_CACHE.isKnownTo(jdk)) {
        assertTrue(cpu(all, jdk, ClassSource.AOT_CACHE) < jars, samples::toString);
      }
    }
  }

  private static double cpu(Measurements samples, Jdk jdk, ClassSource source) {
    return samples.of(ClassLoading.MAIN_CPU, ClassLoading.subject(jdk.label(), source))[0];
  }

  @Test
  void a_quick_run_has_fewer_cases_on_all_jdks_and_its_classes_are_compiled_once()
      throws Exception {
    Set<Case> all = Set.copyOf(new ClassLoading(1).cases(scope(false, NOTHING), real.workbench()));
    List<Path> compiled = compiled();
    Set<Case> quick = Set.copyOf(new ClassLoading(1).cases(scope(true, NOTHING), real.workbench()));

    assertTrue(quick.size() < all.size());
    assertTrue(all.containsAll(quick));
    assertEquals(1, compiled.size());
    assertEquals(compiled, compiled());
    for (Jdk jdk : jdks) {
      assertTrue(quick.contains(ClassLoading.subject(jdk.label(), ClassSource.JARS)));
      assertEquals(
          ArchiveUse.AOT_CACHE.isKnownTo(jdk),
          quick.contains(ClassLoading.subject(jdk.label(), ClassSource.AOT_CACHE)));
    }
  }

  private List<Path> compiled() throws IOException {
    try (Stream<Path> folders = Files.list(folder.resolve("cache/class-loading"))) {
      return folders.toList();
    }
  }

  private Scope scope(boolean quick, List<String> sources) {
    return real.scope(quick, Map.of(ClassLoading.SOURCE, sources));
  }
}

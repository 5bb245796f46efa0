package thaw.lab.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.function.MemorySize;
import thaw.lab.result.Case;
import thaw.lab.result.SampleFailure;
import thaw.lab.throttling.Throttling;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** Programs of the lesson on throttling in real boxes, on all JDKs found. */
@Tag("linux")
@StartsProcesses("It compares how long work takes with shares of a CPU")
class LimitedRunTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final List<Jdk> JDKS =
      Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).all().stream()
          .filter(jdk -> jdk.feature() >= 17)
          .toList();
  private static final Throttling LESSON = new Throttling();

  @TempDir private Path cache;
  private Path base;
  private Instance instance;
  private Workbench workbench;

  @BeforeEach
  void open() throws IOException {
    base = Files.createTempDirectory("thaw-limited-run-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    instance = Instance.open(HOST, base);
    workbench =
        new Workbench(
            instance,
            Path.of(Sources.program(), "laboratory/course"),
            cache,
            JDKS,
            (_, _) -> {
              throw new AssertionError("no functions here");
            });
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    workbench.close();
    instance.close();
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
    Files.delete(base);
  }

  @Test
  void the_smaller_share_makes_the_same_work_longer() throws Exception {
    assumeTrue(HOST.limitsCpu(), "no CPU limit");
    Map<String, Double> small = sample("part", "burst", "memory", "256 MB", "period", "20 ms");
    Map<String, Double> large = sample("part", "burst", "memory", "1769 MB", "period", "20 ms");
    assertTrue(small.get("long_ms") > 1.2 * large.get("long_ms"), small + ", " + large);
    assertTrue(small.get("long_pauses") > 5, small.toString());
    assertTrue(small.get("long_ms") > 3 * small.get("short_ms"), small.toString());
  }

  @Test
  void the_compilers_that_there_are_take_cpu_time_on_every_jdk() throws Exception {
    assumeTrue(HOST.limitsCpu(), "no CPU limit");
    for (Jdk jdk : JDKS) {
      Map<String, Double> c1 = warmUp(jdk, "C1 only");
      assertTrue(c1.get("c1_ms") > 0 && c1.get("c2_ms") == 0, jdk.label() + c1);
      Map<String, Double> all = warmUp(jdk, "default (C1, C2)");
      assertTrue(all.get("c1_ms") > 0 && all.get("c2_ms") > 0, jdk.label() + all);
      assertTrue(all.get("cpu_ms") > all.get("c1_ms") + all.get("c2_ms"), jdk.label() + all);
    }
  }

  private Map<String, Double> warmUp(Jdk jdk, String tiers) throws Exception {
    return measured(
        Case.of(
            "part",
            "warm-up",
            "JDK",
            jdk.label(),
            "memory",
            "256 MB",
            "period",
            "no quota",
            "tiers",
            tiers));
  }

  @Test
  void pauses_take_what_the_share_leaves() throws Exception {
    assumeTrue(HOST.limitsCpu(), "no CPU limit");
    Map<String, Double> pauses =
        sample("part", "pauses", "memory", "128 MB", "period", "20 ms", "threads", "1");
    assertTrue(pauses.get("running_share") < 0.2, pauses.toString());
    assertTrue(pauses.get("pause_p50_ms") <= pauses.get("pause_max_ms"), pauses.toString());
  }

  @Test
  void a_program_that_fails_or_needs_too_much_is_told_with_its_reason() throws Exception {
    assumeTrue(HOST.limitsCpu(), "no CPU limit");
    Jvm jvm = Jvm.on(JDKS.getLast(), List.of(workbench.courseJar()), "no.such.Program");
    String reason = failure(jvm);
    assertTrue(reason.contains("ended before it was ready") && reason.contains("no.such"), reason);
    Jvm endless =
        Jvm.on(
                JDKS.getLast(),
                List.of(workbench.courseJar()),
                "thaw.course.throttling.Pauses",
                "600000",
                "1",
                "20")
            .within(Duration.ofSeconds(2));
    String late = failure(endless);
    assertTrue(late.contains("not done after 2 s") || late.contains("not ready in time"), late);
  }

  private String failure(Jvm jvm) {
    SampleFailure failure =
        assertThrows(
            SampleFailure.class,
            () -> workbench.runLimited(jvm, CpuLimit.share(0.5), new MemorySize(256)));
    return String.valueOf(failure.getMessage());
  }

  @Test
  void without_a_cpu_limit_there_is_no_figure_but_a_remedy() {
    assumeTrue(!HOST.limitsCpu(), "this host limits the CPU");
    String reason = failure(Jvm.on(JDKS.getLast(), List.of(workbench.courseJar()), "Any"));
    assertTrue(reason.contains("CPU limit") && reason.contains("run as root"), reason);
  }

  private Map<String, Double> sample(String... factors) throws Exception {
    Map<String, String> all = new LinkedHashMap<>(Case.of(factors).factors());
    all.put(Case.JDK, JDKS.getLast().label());
    return measured(new Case(all));
  }

  private Map<String, Double> measured(Case subject) throws Exception {
    Map<String, Double> values = new LinkedHashMap<>();
    LESSON
        .measure(subject, workbench)
        .forEach((quantity, value) -> values.put(quantity.key(), value));
    return values;
  }
}

package thaw.lab.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.NoiseWatch;
import thaw.fixture.StartsProcesses;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.Instance;
import thaw.sandbox.Job;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;

/** Programs that are no JVMs, what they take, and how all ends. */
@Tag("linux")
@StartsProcesses("It counts the CPU time of all programs on the machine")
class WorkbenchTest {
  private static final String BUSY = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";

  @TempDir private Path folder;
  private Instance instance;
  private Workbench workbench;

  @BeforeEach
  void open() {
    instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
    workbench =
        new Workbench(
            instance,
            folder,
            folder.resolve("cache"),
            List.of(),
            (_, _) -> {
              throw new AssertionError("no function is made");
            });
  }

  @AfterEach
  void close() {
    workbench.close();
    instance.close();
  }

  /** What runs a shell script in the place of a JVM. */
  private Jvm program(String script) throws IOException {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Jvm.on(new Jdk(folder.resolve("jdk"), 25, "25", "None", "f"), List.of(folder), "Main");
  }

  // ---- programs ----

  @Test
  void figures_are_told_in_lines_and_must_be_numbers() throws Exception {
    JvmRun run = workbench.run(program("echo @a=2.5; echo words"));
    assertEquals(2.5, run.figures().get("a"));

    for (String number : List.of("NaN", "Infinity", "-Infinity", "many")) {
      JvmRun wrong = workbench.run(program("echo @a=" + number));
      SampleFailure failure = assertThrows(SampleFailure.class, wrong::figures);
      assertEquals("no number: @a=" + number, failure.getMessage());
    }
  }

  @Test
  void a_grandchild_that_keeps_the_output_open_does_not_hold_up_the_lab() throws Exception {
    Path pid = folder.resolve("pid");
    Jvm leaving = program("sleep 60 & echo $! > " + pid + "; echo @a=1");
    try {
      // The JDK closes the output of a program that ends before anybody has begun to read it.
      assertEquals(1.0, workbench.run(leaving.within(Duration.ofSeconds(1))).figures().get("a"));
    } catch (SampleFailure failure) {
      assertTrue(failure.getMessage().contains("keeps its output open"), failure.getMessage());
    } finally {
      Optional<ProcessHandle> grandchild =
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
      assertTrue(grandchild.isPresent(), "it has been waited for");
      grandchild.get().destroyForcibly();
    }
  }

  // ---- CPU time ----

  @Test
  void what_a_program_takes_is_counted_and_what_a_job_takes_is_counted_once() throws Exception {
    assumeTrue(instance.cpuNanos().isPresent(), "nobody counts the CPU time of boxes here");
    long before = programs();
    try (Job job =
        instance.start(
            "busy",
            new Job.Spec(List.of("sh", "-c", BUSY), Path.of("/"), false, Optional.empty()))) {
      assertEquals(0, job.exit().join());
    }
    assertEquals(before, programs(), "its time is among that of boxes");

    workbench.run(program(BUSY));
    assertTrue(programs() > before, "ticks of 10 ms");
  }

  /** Without boxes and jobs. */
  private long programs() {
    return workbench.cpuNanos().orElseThrow() - instance.cpuNanos().orElseThrow();
  }

  @Test
  void a_load_of_before_is_told_when_its_figure_is_from_before() {
    List<String> told =
        NoiseWatch.after(instance.host(), OptionalLong::empty, 1000).warnings().stream()
            .map(warning -> warning.message())
            .toList();
    assertTrue(told.contains("the machine was busy when the measurement began"), told.toString());
  }

  // ---- the end ----

  @Test
  void all_is_ended_although_something_fails() {
    List<String> ended = new ArrayList<>();
    workbench.atEnd(() -> ended.add("first"));
    workbench.atEnd(() -> {
      throw new IllegalStateException("broken");
    });
    workbench.atEnd(() -> ended.add("last"));

    RuntimeException failure = assertThrows(RuntimeException.class, workbench::close);

    assertEquals(List.of("last", "first"), ended);
    assertEquals("broken", failure.getSuppressed()[0].getMessage());
    assertFalse(Files.exists(workbench.folder()));
  }
}

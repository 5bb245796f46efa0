package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.junit.program.ScriptedProgram;
import thaw.program.ThawException;

/** Process tests, with scripts in place of the program: how {@code thaw bench} is run and ended. */
@StartsPrograms
class ColdStartBenchTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  @TempDir Path folder;
  private Path pids;

  @BeforeEach
  void name() {
    pids = folder.resolve("pids");
  }

  @AfterEach
  void endAll() throws IOException {
    if (Files.exists(pids)) {
      numbers().stream()
          .flatMap(number -> ProcessHandle.of(Long.parseLong(number)).stream())
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  private Path program(String script) throws IOException {
    return ScriptedProgram.write(folder.resolve("home"), script).resolve("bin/thaw");
  }

  /** One that measures for long, in a child of its own, and ends with its standard input. */
  private Path endless() throws IOException {
    return program("sleep 1000 & echo $$ $! > %1$s.new; mv %1$s.new %1$s; cat\n".formatted(pids));
  }

  private static ColdStarts measure(Path program, Path folder, String... options) {
    ApplicationSpec spec =
        new ApplicationSpec(program, folder, List.of(options), StartMode.FASTEST, 300);
    return ColdStartBench.run(spec, "Create", "{}".getBytes(StandardCharsets.UTF_8), 3);
  }

  private List<String> numbers() throws IOException {
    return List.of(Files.readString(pids).strip().split(" "));
  }

  private void awaitBegin() throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(pids)) {
      assertTrue(System.nanoTime() - deadline < 0, "the program does not start");
      LockSupport.parkNanos(LOOK_NANOS);
    }
    assertEquals(2, numbers().size());
  }

  private void assertEnd() throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (String number : numbers()) {
      while (runs(number)) {
        assertTrue(System.nanoTime() - deadline < 0, () -> number + " runs on");
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  /** Whoever inherits children may leave them unburied. */
  private static boolean runs(String number) {
    try {
      String stat = Files.readString(Path.of("/proc", number, "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void an_interrupted_test_ends_the_program_and_what_it_has_started() throws Exception {
    Path program = endless();
    FutureTask<ColdStarts> measured = new FutureTask<>(() -> measure(program, folder));
    Thread test = new Thread(measured);
    test.setDaemon(true);
    test.start();
    awaitBegin();
    test.interrupt();
    ExecutionException failed =
        assertThrows(
            ExecutionException.class, () -> measured.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    ThawException told = assertInstanceOf(ThawException.class, failed.getCause());
    assertTrue(told.getMessage().startsWith("the test was interrupted"), told.getMessage());
    assertEnd();
  }

  @Test
  void a_jvm_that_ends_meanwhile_ends_the_program_and_what_it_has_started() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Process tests =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Tests.class.getName(),
                endless().toString(),
                folder.toString())
            .inheritIO()
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    try {
      awaitBegin();
      tests.getOutputStream().close();
      assertTrue(tests.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      assertEquals(0, tests.exitValue());
      assertEnd();
      assertEquals(List.of(), List.of(temporary.toFile().list()));
    } finally {
      tests.destroyForcibly();
    }
  }

  @Test
  void options_that_say_what_is_run_are_those_of_the_measurement_in_both_forms()
      throws IOException {
    Path words = folder.resolve("words");
    Path program =
        program(
            "printf '%s\\n' \"$@\" > " + words + "; echo '{\"variants\": [{\"samples\": 3}]}'\n");
    measure(program, folder, "--jdk=17", "--concurrency", "5", "--memory", "512", "--no-freeze");
    List<String> all = Files.readAllLines(words);
    assertEquals(
        List.of("--jdk=17", "--memory", "512"), all.subList(all.indexOf("--json") + 1, all.size()));
  }

  @Test
  void variables_are_refused_in_both_forms() throws IOException {
    Path program = program("exit 1\n");
    for (List<String> options : List.of(List.of("--env=A=b"), List.of("--env", "A=b"))) {
      ThawException refused =
          assertThrows(
              ThawException.class, () -> measure(program, folder, options.toArray(new String[0])));
      assertTrue(
          refused.getMessage().startsWith("cold starts cannot be measured with the variables"),
          refused.getMessage());
    }
  }

  /** A JVM that measures, and exits when its standard input ends. */
  static final class Tests {
    private Tests() {}

    public static void main(String[] arguments) throws IOException {
      Thread test = new Thread(() -> measure(Path.of(arguments[0]), Path.of(arguments[1])));
      test.setDaemon(true);
      test.start();
      System.in.readAllBytes();
      System.exit(0);
    }
  }
}

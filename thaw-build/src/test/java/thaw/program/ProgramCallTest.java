package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process tests, with scripts in place of the program. */
@Tag("processes")
class ProgramCallTest {
  @TempDir Path folder;

  private ProgramCall call(String script, Duration patience) throws Exception {
    Path program = FakeProgram.write(folder.resolve("home"), script).resolve("bin/thaw");
    return ProgramCall.run(
        ProgramCommand.of(program, List.of()), ProgramListener.NONE, patience, () -> {});
  }

  @Test
  void all_of_its_output_is_kept_and_the_end_of_what_it_says_beside() throws Exception {
    ProgramCall ended = call("seq 20000; seq 20000 >&2; cat; exit 3\n", Duration.ofSeconds(60));
    assertEquals(3, ended.exit());
    assertEquals(20_000, ended.output().size());
    assertEquals("20000", ended.output().get(19_999));
    assertEquals("20000", ended.errors().get(ended.errors().size() - 1));
    assertTrue(ended.errors().size() < 20_000, () -> "lines: " + ended.errors().size());
  }

  @Test
  void one_that_takes_too_long_is_ended() throws Exception {
    Path ended = folder.resolve("ended");
    assertThrows(
        TimeoutException.class,
        () ->
            call(
                "trap 'touch " + ended + "; exit' TERM; while :; do sleep 0.02; done\n",
                Duration.ofSeconds(2)));
    assertTrue(ended.toFile().exists());
  }

  @Test
  void each_line_is_told_as_it_comes_and_its_exit_code_has_a_meaning() throws Exception {
    Path program =
        FakeProgram.write(
                folder.resolve("home"), "pwd; echo $OF_THE_BUILD; echo warning >&2; exit 1\n")
            .resolve("bin/thaw");
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    ProgramCall ended =
        ProgramCall.run(
            ProgramCommand.of(program, List.of("bench"))
                .in(folder)
                .with(Map.of("OF_THE_BUILD", "value")),
            new ProgramListener() {
              @Override
              public void output(String line) {
                heard.add(line);
              }

              @Override
              public void error(String line) {
                heard.add("error: " + line);
              }
            },
            Duration.ofSeconds(60),
            () -> {});
    assertEquals(ProgramOutcome.NO, ended.outcome());
    assertEquals(
        Set.of(folder.toRealPath().toString(), "value", "error: warning"), Set.copyOf(heard));
  }

  @Test
  void one_that_takes_too_long_ends_in_order_when_its_input_is_a_sign_of_life() throws Exception {
    Path ended = folder.resolve("ended");
    Path program =
        FakeProgram.write(folder.resolve("home"), "cat; sleep 0.2; touch " + ended + "\n")
            .resolve("bin/thaw");
    assertThrows(
        TimeoutException.class,
        () ->
            ProgramCall.run(
                ProgramCommand.of(program, List.of("run")),
                ProgramListener.NONE,
                Duration.ofSeconds(1),
                () -> {}));
    assertTrue(ended.toFile().exists());
  }

  @Test
  void a_jvm_that_is_killed_leaves_no_command_that_ends_with_its_input() throws Exception {
    Path begun = folder.resolve("begun");
    Path ended = folder.resolve("ended");
    Path program =
        FakeProgram.write(
                folder.resolve("home"),
                "[ \"$2\" = --until-stdin-closes ] && touch %s && cat && touch %s\n"
                    .formatted(begun, ended))
            .resolve("bin/thaw");
    Process build =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Build.class.getName(),
                program.toString())
            .inheritIO()
            .start();
    try {
      await(begun);
      assertFalse(Files.exists(ended));
      build.destroyForcibly().waitFor();
      await(ended);
    } finally {
      build.destroyForcibly();
    }
  }

  private static void await(Path file) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!Files.exists(file)) {
      assertTrue(System.nanoTime() - deadline < 0, () -> "not there: " + file);
      LockSupport.parkNanos(2_000_000);
    }
  }

  /** A JVM that measures until it is killed. */
  static final class Build {
    private Build() {}

    public static void main(String[] arguments) throws Exception {
      ProgramCall.run(
          ProgramCommand.of(Path.of(arguments[0]), List.of("bench")), ProgramListener.NONE);
    }
  }
}

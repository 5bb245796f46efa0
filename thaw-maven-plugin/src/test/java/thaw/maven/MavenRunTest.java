package thaw.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process tests: real runs of Maven, with a script in place of the program. */
@Tag("processes")
class MavenRunTest {
  private static final String OVER =
      "echo 'Hello  classes  10  2,375  6  OVER'; echo 'measuring ...' >&2; exit 1\n";

  @TempDir Path folder;

  private MavenRun module(String configuration, String program) throws Exception {
    return MavenRun.of(folder, configuration, program);
  }

  @Test
  void check_runs_in_verify_and_does_nothing_as_long_as_nothing_has_changed() throws Exception {
    MavenRun module = module("<memory>512</memory><runs>7</runs>", "echo 'cold starts are fine'\n");
    MavenRun.Ended first = module.run("verify");
    assertEquals(0, first.exit(), first::log);
    assertTrue(first.says("[INFO] cold starts are fine"), first::log);
    assertEquals(1, module.words().size(), first::log);
    String words = module.words().get(0);
    assertTrue(
        words.startsWith("bench --until-stdin-closes " + module.module().toRealPath()), words);
    for (String each : new String[] {"--memory=512", "--runs=7", "--budget=", "--junit="}) {
      assertTrue(words.contains(each), words);
    }
    MavenRun.Ended second = module.run("-o", "verify");
    assertTrue(
        second.says("Nothing has changed since thaw check made target/thaw/check"), second::log);
    assertEquals(1, module.words().size(), second::log);
    Files.writeString(module.module().resolve("budget.yaml"), "budgets: [{classes: 20}]\n");
    MavenRun.Ended third = module.run("-o", "verify");
    assertEquals(2, module.words().size(), third::log);
  }

  @Test
  void what_is_over_fails_the_build_with_cause_and_remedy_and_is_measured_again() throws Exception {
    MavenRun module = module("", OVER);
    for (int run = 1; run <= 2; run++) {
      MavenRun.Ended ended = module.run("verify");
      assertEquals(1, ended.exit(), ended::log);
      assertTrue(ended.says("Cold starts are over their limits"), ended::log);
      assertTrue(ended.says("Hello  classes  10  2,375  6  OVER"), ended::log);
      assertTrue(ended.says("Remedy: read target/thaw/check/report.html"), ended::log);
      assertTrue(ended.says("MojoFailureException"), ended::log);
      assertTrue(
          ended
              .log()
              .lines()
              .filter(line -> line.startsWith("["))
              .noneMatch(line -> line.contains("\u001b")),
          ended::log);
      assertEquals(run, module.words().size());
    }
  }

  @Test
  void a_mistake_of_the_user_is_an_error_with_thaws_remedy() throws Exception {
    MavenRun module =
        module(
            "",
            "printf 'thaw: no JDK 25 or later was found\\nRemedy: install one\\n' >&2; exit 2\n");
    MavenRun.Ended ended = module.run("verify");
    assertEquals(1, ended.exit(), ended::log);
    assertTrue(ended.says("no JDK 25 or later was found"), ended::log);
    assertTrue(ended.says("Remedy: install one"), ended::log);
    assertTrue(ended.says("MojoExecutionException"), ended::log);
  }

  @Test
  void what_could_not_be_measured_fails_unless_told_otherwise() throws Exception {
    MavenRun module = module("", "echo 'CPU time not measured'; exit 3\n");
    assertEquals(1, module.run("verify").exit());
    MavenRun.Ended warned = module.run("verify", "-Dthaw.notMeasured=warn");
    assertEquals(0, warned.exit(), warned::log);
    assertTrue(warned.says("[WARNING]   CPU time not measured"), warned::log);
  }

  @Test
  void a_check_without_any_limit_is_a_mistake_and_skip_leaves_it_out() throws Exception {
    MavenRun module = module("", "exit 0\n");
    Files.delete(module.module().resolve("budget.yaml"));
    MavenRun.Ended ended = module.run("verify");
    assertTrue(ended.says("has nothing to hold cold starts to"), ended::log);
    assertTrue(ended.says("Remedy: write a budget.yaml"), ended::log);
    MavenRun.Ended skipped = module.run("verify", "-Dthaw.skip");
    assertEquals(0, skipped.exit(), skipped::log);
    assertTrue(module.words().isEmpty());
  }

  @Test
  void tests_are_told_where_the_program_is() throws Exception {
    MavenRun module = module("", "echo \"within $THAW_BUILDS\"\n");
    assertEquals(0, module.run("verify").exit());
    Path told = module.module().resolve("target/test-classes/thaw-home.txt");
    Process program = new ProcessBuilder(Files.readString(told), "bench").start();
    assertEquals("within yes", new String(program.getInputStream().readAllBytes()).strip());
  }

  @Test
  void goals_of_the_command_line_have_the_options_of_their_commands() throws Exception {
    MavenRun module = module("<skip>false</skip>", "exit 0\n");
    MavenRun.Ended ended =
        module.run("thaw:why", "thaw:package", "-Dthaw.function=Create", "-Dthaw.to=provided");
    assertEquals(0, ended.exit(), ended::log);
    String all = String.join("\n", module.words());
    assertTrue(all.contains("why --until-stdin-closes " + module.module().toRealPath()), all);
    assertTrue(all.contains("--function=Create"), all);
    assertTrue(all.contains("--to=provided"), all);
  }

  @Test
  void a_build_that_is_ended_ends_the_program() throws Exception {
    assertEndsTheProgram(Process::destroy);
  }

  @Test
  void so_does_a_build_that_is_killed() throws Exception {
    assertEndsTheProgram(Process::destroyForcibly);
  }

  private void assertEndsTheProgram(Consumer<Process> end) throws Exception {
    Path pid = folder.resolve("pid");
    MavenRun module =
        module("", "echo $$ > " + pid + ".new; mv " + pid + ".new " + pid + "; exec cat\n");
    Process maven = module.start("verify");
    Instant until = Instant.now().plus(Duration.ofMinutes(3));
    while (!Files.exists(pid) && maven.isAlive() && Instant.now().isBefore(until)) {
      maven.waitFor(50, TimeUnit.MILLISECONDS);
    }
    ProcessHandle program =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    end.accept(maven);
    program.onExit().get(60, TimeUnit.SECONDS);
    assertFalse(program.isAlive());
    assertNotEquals(0, maven.waitFor());
  }
}

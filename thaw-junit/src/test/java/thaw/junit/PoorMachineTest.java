package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import thaw.junit.program.ScriptedProgram;
import thaw.program.ProgramFile;
import thaw.program.ThawException;

/**
 * Process tests: functions on machines that lack what makes starts fast, and a test that takes too
 * long. Each program has ended with the tests that wanted it.
 */
@StartsPrograms
@Tag("thorough") // without root, without CRIU; ProgramLifeTest starts the same as usual
class PoorMachineTest {
  private static final int STRANGER = 54321;

  private static final List<StartKind> STARTS = new ArrayList<>();
  private static final List<ProcessHandle> PROGRAMS = new ArrayList<>();

  @TempDir Path folder;

  // Its memory size tells its program from those of other tests.
  @ThawApplication(value = "src/test/application", memory = 703)
  static class Creating {
    @Test
    void creates(@ThawFunction("Create") LambdaFunction create) {
      PROGRAMS.addAll(Programs.with("--memory=703"));
      LambdaResponse response = create.invoke("{\"name\": \"Tom\"}");
      response.assertSucceeded();
      STARTS.add(response.start());
    }
  }

  @ThawApplication(value = "src/test/application", memory = 704, start = StartMode.COLD)
  static class TooSlow {
    @Test
    @Timeout(value = 200, unit = TimeUnit.MILLISECONDS)
    void sleeps(@ThawFunction("Sleep") LambdaFunction sleep) {
      PROGRAMS.addAll(Programs.with("--memory=704"));
      sleep.invoke();
    }
  }

  @BeforeEach
  void forget() {
    STARTS.clear();
    PROGRAMS.clear();
  }

  private static Events executed(Class<?> tests, Path home) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .configurationParameter(ProgramFile.PROPERTY, home.toString())
        .execute()
        .testEvents();
  }

  private static Path home() {
    return Path.of(System.getProperty(ProgramFile.PROPERTY));
  }

  /** The program of this build, started by the words. */
  private Path startedBy(String words) throws IOException {
    Path program = ProgramFile.in(ProgramFile.PROPERTY, home().toString());
    return ScriptedProgram.write(
        folder.resolve("home"), "exec " + words + " '" + program + "' \"$@\"\n");
  }

  private static void assertNoneRuns() {
    assertFalse(PROGRAMS.isEmpty());
    PROGRAMS.forEach(each -> assertFalse(each.isAlive(), () -> each.pid() + " runs on"));
  }

  @Test
  void without_criu_a_function_starts_from_an_archive() throws IOException {
    Events executed = executed(Creating.class, startedBy("env THAW_CRIU=/nowhere/criu"));
    assertEquals(List.of(), executed.failed().list());
    assertEquals(List.of(StartKind.ARCHIVE), STARTS);
    assertNoneRuns();
  }

  @Test
  void without_root_a_function_is_tested_too() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path cache = Files.createDirectory(folder.resolve("cache"));
    Files.setAttribute(cache, "unix:uid", STRANGER);
    String words =
        "setpriv --reuid="
            + STRANGER
            + " --regid="
            + STRANGER
            + " --clear-groups env HOME="
            + cache
            + " XDG_CACHE_HOME="
            + cache;
    Path home = startedBy(words);
    Process able =
        new ProcessBuilder(home.resolve("bin/thaw").toString(), "--version")
            .redirectErrorStream(true)
            .start();
    String said = new String(able.getInputStream().readAllBytes());
    assumeTrue(able.waitFor() == 0, "another user cannot start the program here: " + said);
    Events executed = executed(Creating.class, home);
    assertEquals(List.of(), executed.failed().list());
    assertEquals(1, STARTS.size());
    assertNoneRuns();
  }

  @Test
  void a_test_that_times_out_fails_with_cause_and_remedy() {
    Events executed = executed(TooSlow.class, home());
    Throwable late =
        executed.failed().stream()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .findFirst()
            .orElseThrow()
            .getThrowable()
            .orElseThrow();
    assertInstanceOf(TimeoutException.class, late);
    ThawException cause = assertInstanceOf(ThawException.class, late.getSuppressed()[0]);
    assertTrue(cause.getMessage().startsWith("the test was interrupted while "), cause::getMessage);
    assertTrue(cause.remedy().contains("give the test more time"), cause::remedy);
    assertNoneRuns();
  }
}

package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import thaw.junit.program.HandlerJson;
import thaw.program.ThawException;

/** Process tests: how many programs there are, until when, and what stands in the test report. */
@StartsPrograms
class ProgramLifeTest {
  private static final List<String> URLS = Collections.synchronizedList(new ArrayList<>());
  private static final List<Long> PROGRAMS = Collections.synchronizedList(new ArrayList<>());

  private static void seen(ThawRun run) {
    URLS.add(run.lambdaUrl().toString());
    Programs.with("--until-stdin-closes").forEach(each -> PROGRAMS.add(each.pid()));
  }

  @ThawApplication("src/test/application")
  static class First {
    @ThawFunction("Environment")
    static LambdaFunction function;

    @Test
    void one(ThawRun run) {
      seen(run);
      function.invoke().assertSucceeded();
    }

    @Test
    void invokes(@ThawFunction("create-pet") LambdaFunction create) {
      create.invoke("{\"name\":\"Tom\"}").assertSucceeded();
    }
  }

  @ThawApplication("src/test/application")
  static class Second {
    @Test
    void two(ThawRun run) {
      seen(run);
    }
  }

  @ThawApplication(value = "src/test/application", memory = 512, environment = "STAGE=test")
  static class Other {
    @Test
    void has_its_settings(@ThawFunction("Environment") LambdaFunction function, ThawRun run) {
      seen(run);
      Map<String, Object> told = HandlerJson.object(function.invoke().json());
      assertEquals("test", told.get("stage"));
      assertEquals("512", told.get("memory"));
    }
  }

  @ThawApplication("src/test/application")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class WithOneObject {
    @ThawFunction("Create")
    LambdaFunction create;

    @ThawApi String api;

    private String name;

    @BeforeAll
    void uses_fields_before_all() {
      name = create.name();
    }

    @Test
    void has_them() {
      assertEquals("create-pet", name);
      assertTrue(api.startsWith("http://"), api);
    }

    @Nested
    class Inside {
      @ThawFunction("Sleep")
      LambdaFunction sleep;

      @Test
      void has_its_own_and_those_around_it() {
        assertEquals("Sleep", sleep.name());
        assertEquals("create-pet", create.name());
      }
    }
  }

  @Test
  void classes_share_a_program_until_the_last_test_and_reports_say_how_functions_started() {
    // Those of other test classes in this JVM, which end after the last of them.
    Set<Long> others =
        Programs.with("--until-stdin-closes").stream()
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    URLS.clear();
    EngineExecutionResults results =
        EngineTestKit.engine("junit-jupiter")
            .selectors(
                selectClass(First.class),
                selectClass(Second.class),
                selectClass(WithOneObject.class),
                selectClass(Other.class))
            .execute();
    assertEquals(List.of(), results.testEvents().failed().list());
    assertEquals(3, URLS.size());
    assertEquals(URLS.get(0), URLS.get(1));
    assertNotEquals(URLS.get(0), URLS.get(2));
    Set<Long> own = new TreeSet<>(PROGRAMS);
    own.removeAll(others);
    assertEquals(2, own.size(), own::toString);
    own.forEach(pid -> assertFalse(isAlive(pid), () -> pid + " runs on"));

    List<Map<String, String>> entries =
        results.allEvents().reportingEntryPublished().stream()
            .map(event ->
                event
                    .getRequiredPayload(org.junit.platform.engine.reporting.ReportEntry.class)
                    .getKeyValuePairs())
            .collect(Collectors.toList());
    assertTrue(
        entries.stream()
            .anyMatch(entry ->
                "create-pet".equals(entry.get("thaw.function"))
                    && List.of("restored", "archive", "cold").contains(entry.get("thaw.start"))),
        entries::toString);
  }

  @ThawApplication(value = "src/test/application", memory = 640)
  static class Killing {
    @Test
    void kills_its_program(@ThawFunction("Create") LambdaFunction create) throws Exception {
      ProcessHandle program = Programs.with("--memory=640").get(0);
      program.destroyForcibly();
      program.onExit().get();
      ThawException ended = assertThrows(ThawException.class, create::invoke);
      assertTrue(
          ended.getMessage().contains("when it was to go on serving requests"), ended.getMessage());
    }
  }

  @Test
  void a_program_that_is_killed_meanwhile_is_the_reason_that_is_told() {
    assertEquals(
        List.of(),
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(Killing.class))
            .execute()
            .testEvents()
            .failed()
            .list());
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void a_killed_test_leaves_no_program() throws Exception {
    Process tests = tests(classPath(), Endless.class);
    try (BufferedReader out = tests.inputReader()) {
      String said = out.readLine();
      assertTrue(said != null && said.startsWith("program "), () -> said + " " + rest(out));
      ProcessHandle program =
          ProcessHandle.of(Long.parseLong(said.substring("program ".length()))).orElseThrow();
      tests.destroyForcibly().waitFor();
      program.onExit().get(60, TimeUnit.SECONDS);
    } finally {
      tests.destroyForcibly();
    }
  }

  @Test
  void the_oldest_junit_runs_and_ends_it() throws Exception {
    String own =
        Stream.of(classPath().split(File.pathSeparator))
            .filter(part -> !part.contains("/org/junit/"))
            .collect(Collectors.joining(File.pathSeparator));
    Process tests =
        tests(
            own + File.pathSeparator + Path.of(System.getProperty("thaw.junit.oldest")) + "/*",
            First.class);
    try (BufferedReader out = tests.inputReader()) {
      assertEquals("2 of 2 succeeded", rest(out).lines().reduce((first, last) -> last).orElse(""));
      assertTrue(tests.waitFor(60, TimeUnit.SECONDS));
    } finally {
      tests.destroyForcibly();
    }
  }

  private static String rest(BufferedReader out) {
    return out.lines().collect(Collectors.joining("\n"));
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static Process tests(String classPath, Class<?> tests) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Dthaw.home=" + System.getProperty("thaw.home"),
            "-cp",
            classPath,
            TestProgram.class.getName(),
            tests.getName())
        .redirectErrorStream(true)
        .start();
  }

  /** Tells which program it has, and does not end. */
  @ThawApplication("src/test/application")
  static class Endless {
    @Test
    void never_ends(@ThawFunction("Sleep") LambdaFunction sleep) throws Exception {
      ProcessHandle program = Programs.with("--until-stdin-closes").get(0);
      System.out.println("program " + program.pid());
      program.onExit().get();
    }
  }
}

package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import thaw.junit.program.ScriptedProgram;
import thaw.program.ThawException;

/** Process tests: what a test says when its application cannot be run. */
@StartsPrograms
class ProgramMistakesTest {
  @TempDir Path folder;

  @ThawApplication("src/test/application")
  static class WithFunction {
    @Test
    void wants_a_function(@ThawFunction("Create") LambdaFunction create) {}
  }

  @ThawApplication("src/test/application")
  static class WithUnknownFunction {
    @Test
    void wants_a_function(@ThawFunction("Creat") LambdaFunction create) {}
  }

  @ThawApplication("target/broken-application")
  static class WithBrokenTemplate {
    @Test
    void wants_a_function(@ThawFunction LambdaFunction create) {}
  }

  @ThawApplication("src/test/no-application")
  static class WithoutSource {
    @Test
    void wants_a_function(@ThawFunction LambdaFunction create) {}
  }

  @ThawApplication(value = "src/test/application", startTimeoutSeconds = 1)
  static class WithLittleTime {
    @Test
    void wants_a_function(@ThawFunction("Create") LambdaFunction create) {}
  }

  @ThawApplication("src/test/application")
  static class WithWrongField {
    @ThawFunction("Create")
    String create;

    @Test
    void has_a_field() {}
  }

  private static ThawException failure(Class<?> tests, Map<String, String> settings) {
    Events executed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(tests))
            .configurationParameters(settings)
            .execute()
            .testEvents();
    assertEquals(1, executed.failed().count(), executed.list()::toString);
    return assertInstanceOf(
        ThawException.class,
        executed.failed().stream()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .findFirst()
            .orElseThrow()
            .getThrowable()
            .map(ProgramMistakesTest::ours)
            .orElseThrow());
  }

  /** JUnit wraps what a resolver of parameters throws. */
  private static Throwable ours(Throwable thrown) {
    Throwable at = thrown;
    while (!(at instanceof ThawException) && at.getCause() != null) {
      at = at.getCause();
    }
    return at;
  }

  private static void assertSays(ThawException failure, String problem, String remedy) {
    assertTrue(failure.getMessage().contains(problem), failure.getMessage());
    assertTrue(failure.remedy().contains(remedy), failure.remedy());
  }

  private Map<String, String> fake(String script) throws IOException {
    return Map.of("thaw.home", ScriptedProgram.write(folder.resolve("fake"), script).toString());
  }

  @Test
  void a_function_that_the_template_has_not() {
    assertSays(
        failure(WithUnknownFunction.class, Map.of()),
        "no function Creat in ",
        "use one of: Create, Environment, Sleep");
  }

  @Test
  void a_template_that_does_not_parse() throws IOException {
    Files.writeString(
        Files.createDirectories(Path.of("target/broken-application")).resolve("template.yaml"),
        "Resources: [");
    assertSays(failure(WithBrokenTemplate.class, Map.of()), "thaw could not run ", "mend the YAML");
  }

  @Test
  void an_application_that_is_not_there() {
    assertSays(
        failure(WithoutSource.class, Map.of()), "src/test/no-application", "name a template");
  }

  @Test
  void a_home_without_the_program() {
    assertSays(
        failure(WithFunction.class, Map.of("thaw.home", folder.toString())),
        "thaw.home names no Thaw",
        "bin/thaw");
  }

  @Test
  void no_jdk_for_the_program() throws IOException {
    assertSays(
        failure(
            WithFunction.class,
            fake(
                "printf 'thaw: no JDK 25 or later was found\\nRemedy: install one\\n' >&2; exit"
                    + " 2")),
        "no JDK 25 or later was found",
        "install one");
  }

  @Test
  void a_program_that_ends_at_once() throws IOException {
    assertSays(
        failure(WithFunction.class, fake("echo 'out of memory' >&2; exit 70")),
        "thaw ended with 70",
        "thaw doctor");
  }

  @Test
  void a_program_that_takes_no_requests_is_ended() throws Exception {
    Path pid = folder.resolve("pid");
    assertSays(
        failure(WithLittleTime.class, fake("echo $$ > " + pid + "; exec cat > /dev/null")),
        "took no requests",
        "startTimeoutSeconds");
    long number = Long.parseLong(Files.readString(pid).strip());
    assertFalse(
        ProcessHandle.of(number)
            .map(process -> {
              try {
                process.onExit().get(10, TimeUnit.SECONDS);
              } catch (Exception e) {
                return true;
              }
              return false;
            })
            .orElse(false),
        "it runs on");
  }

  @Test
  void a_field_of_another_type() {
    assertSays(
        failure(WithWrongField.class, Map.of()),
        "@ThawFunction is at a java.lang.String",
        "make it a LambdaFunction");
  }
}

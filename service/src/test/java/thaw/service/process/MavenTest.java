package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;

@SideBySide
class MavenTest {
  @Test
  void a_missing_mvn_is_a_users_mistake_with_a_remedy() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> Maven.run("no-such-mvn", List.of(), "DynamoDB Local"));
    assertEquals(
        "DynamoDB Local is fetched with Maven, and mvn was not found in PATH",
        mistake.getMessage());
    assertTrue(mistake.remedy().startsWith("install Maven"), mistake.remedy());
  }

  @Test
  void a_failing_mvn_is_quoted() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> Maven.run("false", List.of(), "DynamoDB Local"));
    assertTrue(
        mistake.getMessage().startsWith("could not download DynamoDB Local: "),
        mistake.getMessage());
  }

  @Test
  void of_mavens_output_the_first_error_counts() {
    String output =
        """
        WARNING: something about the JVM
        \033[0m\033[0m[ERROR] Could not resolve DynamoDBLocal: repo.example: Name or service not known
        [ERROR]
        [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
        """;
    assertEquals(
        "Could not resolve DynamoDBLocal: repo.example: Name or service not known",
        Maven.firstError(output));
  }

  private static Map<String, String> environment(String options, String home) {
    return Maven.environment(Map.of("MAVEN_OPTS", options, "HOME", home), false);
  }

  @Test
  void maven_has_the_home_of_the_variable_and_not_that_of_the_list_of_users() {
    assertEquals(
        Map.of("MAVEN_OPTS", "-Duser.home=/home/jürgen"),
        Maven.environment(Map.of("HOME", "/home/jürgen"), false));
    assertEquals(
        Map.of("MAVEN_OPTS", "-Xmx1g -Duser.home=/home/ada"), environment("-Xmx1g", "/home/ada"));
  }

  @Test
  void what_the_user_says_of_the_home_is_kept() {
    for (String variable : List.of("MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
      assertEquals(
          Map.of(),
          Maven.environment(Map.of(variable, "-Duser.home=/other", "HOME", "/home/ada"), false),
          variable);
    }
    assertEquals(Map.of(), Maven.environment(Map.of(), false));
  }

  @Test
  void a_home_that_the_shell_of_mavens_script_would_change_is_left_out() {
    for (String home :
        List.of("/home/of ada", "/home/of\tada", "/home/*", "/home/a?a", "/home/[a]da", "home")) {
      assertEquals(Map.of(), environment("-Xmx1g", home), home);
    }
  }

  @Test
  void root_leaves_no_files_in_the_home_of_another(@TempDir Path home) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    Map<String, String> environment = Map.of("HOME", home.toString());
    Map<String, String> there = Map.of("MAVEN_OPTS", "-Duser.home=" + home);
    assertEquals(there, Maven.environment(environment, true), "it is root's own");
    Files.setAttribute(home, "unix:uid", 65534);
    assertEquals(Map.of(), Maven.environment(environment, true));
    assertEquals(there, Maven.environment(environment, false), "who runs it is not root");
  }
}

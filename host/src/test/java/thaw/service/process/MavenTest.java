package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.fixture.StartsProcesses;
import thaw.problem.UserMistake;

@StartsProcesses
class MavenTest {
  @Test
  void a_missing_mvn_is_a_users_mistake_with_a_remedy() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> Maven.run("no-such-mvn", List.of(), "DynamoDB Local"));
    assertEquals(
        "DynamoDB Local is fetched with Maven, and mvn was not found in PATH",
        mistake.getMessage());
    assertTrue(mistake.remedy().startsWith("Install Maven"), mistake.remedy());
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

  @Test
  void maven_has_the_home_of_the_variable_and_not_that_of_the_list_of_users() {
    assertEquals(
        Map.of("MAVEN_OPTS", "-Duser.home=/home/ada"), Maven.environment(null, "/home/ada"));
    assertEquals(
        Map.of("MAVEN_OPTS", "-Xmx1g -Duser.home=/home/ada"),
        Maven.environment("-Xmx1g", "/home/ada"));
  }

  @Test
  void what_the_user_says_of_the_home_is_kept() {
    assertEquals(Map.of(), Maven.environment("-Duser.home=/other", "/home/ada"));
    assertEquals(Map.of(), Maven.environment(null, null));
    assertEquals(Map.of(), Maven.environment(null, "/home/of ada"), "options are split at spaces");
  }
}

package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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
}

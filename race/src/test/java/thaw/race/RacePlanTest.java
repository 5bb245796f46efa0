package thaw.race;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;

class RacePlanTest {
  private static RacePlan plan(int threads, int rounds, int requests) {
    return new RacePlan("com.example.Hello", List.of("{}"), threads, rounds, requests, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5, 6, --threads",
    "33, 5, 6, --threads",
    "4, 0, 6, --rounds",
    "4, 5, 0, --requests"
  })
  void a_plan_that_could_find_nothing_is_refused(
      int threads, int rounds, int requests, String option) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> plan(threads, rounds, requests));
    assertTrue(mistake.getMessage().startsWith(option), mistake.getMessage());
  }

  @Test
  void the_guest_reads_what_the_plan_says() {
    assertTrue(plan(4, 5, 6).properties().contains("requests=6"));
  }
}

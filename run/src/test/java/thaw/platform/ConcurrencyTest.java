package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
import thaw.pool.ThrottleReason;
import thaw.problem.UserMistake;

class ConcurrencyTest {
  /** Account of 3, of which 1 is reserved for "r" and none for "z"; "+f" enters, "-f" leaves. */
  static Stream<Arguments> requests_come_and_go() {
    return Stream.of(
        Arguments.of(List.of("+a", "+b", "+a account", "-b", "+a", "+b account")),
        Arguments.of(List.of("+r", "+r reserved", "+a", "+a", "+b account", "-r", "+r")),
        Arguments.of(List.of("+a", "+a", "+r", "-a", "+r reserved")),
        Arguments.of(List.of("+z reserved", "+a", "+a", "+z reserved")));
  }

  @ParameterizedTest
  @MethodSource
  void requests_come_and_go(List<String> steps) {
    Concurrency concurrency = new Concurrency(3, Map.of("r", 1, "z", 0));
    for (String step : steps) {
      String function = step.substring(1, 2);
      if (step.startsWith("-")) {
        concurrency.leave(function);
        continue;
      }
      Optional<ThrottleReason> expected =
          step.endsWith("account")
              ? Optional.of(ThrottleReason.ACCOUNT_CONCURRENCY)
              : step.endsWith("reserved")
                  ? Optional.of(ThrottleReason.RESERVED_CONCURRENCY)
                  : Optional.empty();
      assertEquals(expected, concurrency.enter(function), step + " of " + steps);
    }
  }

  @Test
  void more_cannot_be_reserved_than_the_account_has() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> new Concurrency(3, Map.of("a", 2, "b", 2)));
    assertEquals(
        "functions reserve 4 concurrent requests, the account has 3", mistake.getMessage());
  }

  @Test
  void a_reservation_changes_while_requests_run() {
    Concurrency concurrency = new Concurrency(3, Map.of());
    concurrency.enter("a");
    concurrency.enter("b");
    concurrency.reserve("a", 1);
    assertEquals(2, concurrency.unreserved());
    assertEquals(Optional.of(ThrottleReason.RESERVED_CONCURRENCY), concurrency.enter("a"));
    assertEquals(Optional.empty(), concurrency.enter("b"));
    assertEquals(Optional.of(ThrottleReason.ACCOUNT_CONCURRENCY), concurrency.enter("b"));
    concurrency.reserve("a", null);
    concurrency.leave("a");
    assertEquals(Optional.empty(), concurrency.enter("c"));
    assertEquals(Optional.of(ThrottleReason.ACCOUNT_CONCURRENCY), concurrency.enter("c"));
  }

  @Test
  void what_is_provisioned_is_taken_from_the_reservation_or_the_account() {
    Concurrency concurrency = new Concurrency(3, Map.of("r", 1));
    concurrency.provision("r", 1);
    assertEquals(Optional.of(ThrottleReason.RESERVED_CONCURRENCY), concurrency.enter("r"));
    concurrency.provision("a", 1);
    assertEquals(Optional.empty(), concurrency.enter("a"));
    assertEquals(Optional.of(ThrottleReason.ACCOUNT_CONCURRENCY), concurrency.enter("a"));
    assertEquals(
        Refused.Reason.INVALID_PARAMETER,
        assertThrows(Refused.class, () -> concurrency.provision("r", 2)).reason());
    assertThrows(Refused.class, () -> concurrency.provision("a", 3));
    assertThrows(Refused.class, () -> concurrency.reserve("r", 0));
  }

  @Test
  void an_account_of_the_default_size_keeps_a_hundred_for_the_others() {
    Concurrency concurrency = new Concurrency(PlatformLimits.DEFAULT_CONCURRENCY, Map.of());
    concurrency.reserve("a", 900);
    assertEquals(
        "Specified ReservedConcurrentExecutions for function decreases account's"
            + " UnreservedConcurrentExecution below its minimum value of [100].",
        assertThrows(Refused.class, () -> concurrency.reserve("b", 1)).text());
    assertThrows(Refused.class, () -> concurrency.provision("b", 1));
    concurrency.reserve("a", 899);
    concurrency.reserve("b", 1);
  }
}

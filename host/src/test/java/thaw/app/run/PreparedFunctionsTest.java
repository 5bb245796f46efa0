package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PreparedFunctionsTest {
  private final Set<String> notes = ConcurrentHashMap.newKeySet();

  @Test
  @Timeout(60)
  void all_functions_are_prepared_whatever_becomes_of_one_and_what_fails_is_said() {
    Set<String> prepared = ConcurrentHashMap.newKeySet();
    List<String> functions = List.of("a", "broken", "b", "c", "refused", "d", "e");
    new PreparedFunctions(
            function -> {
              if (function.equals("broken")) {
                throw new IllegalStateException("it is");
              }
              if (function.equals("refused")) {
                return Optional.of("no such handler. Remedy: name another");
              }
              Thread.sleep(1);
              prepared.add(function);
              return Optional.empty();
            },
            Duration.ofSeconds(50),
            notes::add)
        .await(functions);
    assertEquals(Set.of("a", "b", "c", "d", "e"), prepared);
    assertEquals(
        Set.of(
            "broken is not prepared: java.lang.IllegalStateException: it is",
            "refused is not prepared: no such handler. Remedy: name another"),
        notes);
  }

  @Test
  @Timeout(60)
  void requests_may_come_when_one_takes_too_long_and_that_is_said() {
    CountDownLatch asked = new CountDownLatch(1);
    new PreparedFunctions(
            function -> {
              asked.await();
              return Optional.empty();
            },
            Duration.ofMillis(1),
            notes::add)
        .await(List.of("slow"));
    asked.countDown();
    assertEquals(
        Set.of(
            "requests may come, though after 0 s these functions are still being prepared: slow"),
        notes);
  }
}

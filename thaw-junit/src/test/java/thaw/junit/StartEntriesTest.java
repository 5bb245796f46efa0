package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

class StartEntriesTest {
  private final StartEntries entries = new StartEntries();
  private final List<Duration> waits = new ArrayList<>();

  private void respond(String requestId, Function<String, FunctionInvocation> end) {
    entries.accept(
        new LambdaResponse(
            "Create",
            new LambdaClient.Answer(requestId, false, new byte[0]),
            patience -> {
              waits.add(patience);
              return end.apply(requestId);
            }));
  }

  private static FunctionInvocation told(String requestId) {
    return new FunctionInvocation(
        "Create",
        requestId,
        "stream",
        StartKind.WARM,
        "success",
        Optional.empty(),
        List.of(),
        new ReportFigures(
            2.5, OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 512, 70),
        0);
  }

  private static FunctionInvocation untold(String requestId) {
    throw new ThawException(requestId + " did not end", "wait longer");
  }

  @Test
  void only_the_first_end_that_is_not_told_is_waited_for() {
    respond("1", StartEntriesTest::told);
    respond("2", StartEntriesTest::untold);
    respond("3", StartEntriesTest::told);
    respond("4", StartEntriesTest::untold);
    List<Map<String, String>> published = new ArrayList<>();
    entries.publish(Optional.empty(), published::add);
    assertEquals(4, waits.size());
    assertTrue(waits.get(0).compareTo(Duration.ZERO) > 0, waits::toString);
    assertEquals(waits.get(0), waits.get(1));
    assertEquals(List.of(Duration.ZERO, Duration.ZERO), waits.subList(2, 4));
    assertEquals("warm", published.get(0).get("thaw.start"));
    assertTrue(
        published.get(1).get("thaw.start").startsWith("not known: 2 did not end"),
        published::toString);
    assertEquals("warm", published.get(2).get("thaw.start"));
    assertEquals("not known, as one before it", published.get(3).get("thaw.start"));
  }
}

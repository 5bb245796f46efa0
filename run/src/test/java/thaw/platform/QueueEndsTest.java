package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static thaw.platform.async.QueueBench.failed;
import static thaw.platform.async.QueueBench.succeeded;
import static thaw.platform.async.QueueBench.terms;
import static thaw.platform.async.QueueBench.throttled;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.platform.async.QueueBench;

/** Property: whatever happens, every accepted event comes to exactly one end. */
@SideBySide
class QueueEndsTest {
  private static final int EVENTS = 300;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 20260101, 7654321})
  void every_accepted_event_comes_to_exactly_one_end(long seed) {
    Random random = new Random(seed);
    Map<String, Integer> ends = new TreeMap<>();
    Map<String, Integer> successes = new HashMap<>();
    try (QueueBench bench = QueueBench.inMemory()) {
      bench.terms.put("Both", terms(-1, -1, "arn:aws:sqs:r:1:good", "arn:aws:sqs:r:1:bad"));
      bench.terms.put("Bad", terms(1, 120, "", "arn:aws:sns:r:1:bad"));
      bench.terms.put("Plain", terms(0, 60, "", ""));
      List<String> functions = List.of("Both", "Bad", "Plain");
      bench.answer =
          invocation -> {
            bench.reachable = random.nextInt(4) > 0;
            return switch (random.nextInt(6)) {
              case 0, 1 -> throttled();
              case 2 -> throw new IllegalStateException("a fault of ours");
              case 3, 4 -> failed("no");
              default -> {
                successes.merge(invocation.requestId(), 1, Integer::sum);
                yield succeeded("{}");
              }
            };
          };
      for (int i = 0; i < EVENTS; i++) {
        bench.accept(functions.get(random.nextInt(3)), "id-" + i, "{\"i\":" + i + "}");
        if (random.nextInt(5) == 0) {
          bench.runFor(Duration.ofSeconds(random.nextInt(90)));
        }
        if (random.nextInt(30) == 0) {
          bench.restart();
        }
      }
      bench.runFor(Duration.ofDays(1));
      bench.reachable = true;
      bench.runFor(Duration.ofDays(1));

      bench.sent.forEach(sent -> ends.merge(sent.notice().requestId(), 1, Integer::sum));
      bench.log.stream()
          .filter(line -> line.contains(" is dropped: "))
          .forEach(line -> ends.merge(line.split(" ")[3], 1, Integer::sum));
      Map<String, String> functionOf = new HashMap<>();
      bench.attempts.forEach(attempt -> functionOf.put(attempt.requestId(), attempt.function()));
      successes.forEach((id, count) -> {
        if (!functionOf.get(id).equals("Both")) { // told to nobody
          ends.merge(id, count, Integer::sum);
        }
      });
      for (int i = 0; i < EVENTS; i++) {
        assertEquals(1, ends.getOrDefault("id-" + i, 0), "ends of id-" + i);
      }
      assertEquals(EVENTS, ends.size());
      functions.forEach(function -> assertEquals(0, bench.queue().size(function)));
      assertEquals(List.of(), bench.queue().undelivered(9));
    }
  }
}

package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

class PublishingOrderTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private final List<String> published = Collections.synchronizedList(new ArrayList<>());

  private Future<?> publish(ExecutorService threads, PublishingOrder order, String version) {
    int waiting = order.waiting();
    Future<?> future =
        threads.submit(() -> {
          try (PublishingOrder.Turn turn = order.take(version)) {
            published.add(version + ", " + turn.place());
          }
          return null;
        });
    Deadline.await(
        Duration.ofSeconds(10), version + " waits", () -> order.waiting() == waiting + 1);
    return future;
  }

  @Test
  void what_a_request_asks_for_is_published_first_and_the_others_in_their_order() throws Exception {
    PublishingOrder order = new PublishingOrder(1, LONG);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      PublishingOrder.Turn first = order.take("a:1");
      assertEquals("1 of 1", first.place());
      List<Future<?>> others = new ArrayList<>();
      others.add(publish(threads, order, "b:1"));
      others.add(publish(threads, order, "c:1"));
      order.prefer("c:1");
      order.prefer("d:1"); // which has not come yet
      others.add(publish(threads, order, "d:1"));
      assertEquals("1 of 4", first.place());
      first.close();
      for (Future<?> other : others) {
        other.get(10, TimeUnit.SECONDS);
      }
    }
    assertEquals(List.of("d:1, 2 of 4", "c:1, 3 of 4", "b:1, 4 of 4"), published);
  }

  @Test
  void one_that_takes_very_long_keeps_nobody_waiting() throws Exception {
    PublishingOrder order = new PublishingOrder(1, Duration.ofMillis(50));
    try (PublishingOrder.Turn hanging = order.take("hanging:1");
        PublishingOrder.Turn next = order.take("next:1")) {
      assertEquals("1 of 2", hanging.place());
      assertEquals("2 of 2", next.place());
    }
  }
}

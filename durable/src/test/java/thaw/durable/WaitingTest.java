package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.store.Store;

@SideBySide
class WaitingTest {
  private static final int EXECUTIONS = 1000;

  /** Virtual threads are in no list: their number is that of invocations, which is counted. */
  @Test
  void a_thousand_executions_that_wait_have_no_invocation_and_no_thread_of_the_machine()
      throws Exception {
    AtomicInteger running = new AtomicInteger();
    Set<Thread> invoking = ConcurrentHashMap.newKeySet();
    try (Scripted scripted =
        new Scripted(
            Optional.empty(),
            Duration.ofHours(1),
            functions ->
                functions.durable(
                    "f",
                    session -> {
                      running.incrementAndGet();
                      invoking.add(Thread.currentThread());
                      try {
                        if (session.status("c").isEmpty()) {
                          session.checkpoint(Updates.callback("c", 3600, 0));
                        }
                        return session.status("c").equals("SUCCEEDED")
                            ? Scripted.succeeded("1")
                            : Scripted.pending();
                      } finally {
                        running.decrementAndGet();
                      }
                    }))) {
      List<ExecutionArn> arns = new ArrayList<>();
      for (int i = 0; i < EXECUTIONS; i++) {
        arns.add(scripted.start("f", "{}"));
      }
      for (ExecutionArn arn : arns) {
        scripted.awaitHistory(arn, "InvocationCompleted");
      }
      assertEquals(0, running.get());
      assertEquals(
          Set.of(),
          Thread.getAllStackTraces().keySet().stream()
              .map(Thread::getName)
              .filter(name -> name.startsWith("durable"))
              .collect(Collectors.toSet()));
      for (Thread thread : invoking) {
        thread.join();
      }
      for (ExecutionArn arn : arns) {
        scripted
            .executions()
            .succeedCallback(
                scripted.details(arn, EventType.CALLBACK_STARTED).path("CallbackId").asText(), "1");
      }
      for (ExecutionArn arn : arns) {
        assertEquals(ExecutionStatus.SUCCEEDED, scripted.await(arn).status());
      }
      assertEquals(List.of(), scripted.problems());
    }
  }

  @Test
  void what_is_over_is_forgotten_when_its_retention_has_passed_by_the_wall() {
    try (Store store = Store.open(Optional.empty())) {
      ExecutionStore kept = new ExecutionStore(store);
      long now = InstantSource.system().millis();
      ExecutionArn arn =
          new ExecutionArn(
              "us-east-1", "000000000000", "f", "1", "n", new ExecutionIds().next(now));
      Change first =
          Change.first(
              ExecutionHeadBuilder.builder()
                  .arn(arn)
                  .status(ExecutionStatus.RUNNING)
                  .startMillis(now)
                  .terms(new DurableTerms(60, 2, null))
                  .inputDigest("")
                  .timeoutMillis(now + 60_000)
                  .build(),
              "{}",
              now);
      assertEquals(Optional.empty(), kept.insert(first, true));
      Execution execution = Execution.of(first);
      Change end = execution.change(now + 1);
      end.end(ExecutionStatus.SUCCEEDED, "1", null);
      kept.keep(end);
      ExecutionStore.Place place = ExecutionStore.Place.of(arn);
      InstantSource wall = InstantSource.system();
      assertTrue(kept.forget(wall.instant().plus(Duration.ofHours(47))).isPresent());
      assertTrue(kept.head(place).isPresent());
      assertEquals(Optional.empty(), kept.forget(wall.instant().plus(Duration.ofHours(49))));
      assertEquals(Optional.empty(), kept.head(place));
      assertEquals(List.of(), kept.operations(place));
      assertEquals(List.of(), kept.newest(1));
      assertEquals(Optional.empty(), kept.insert(first, true));
    }
  }
}

package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.store.Store;

@SideBySide
class InvocationRecorderTest {
  private static final InvocationRecord.Run RUN =
      new InvocationRecord.Run(
          "stream",
          InvocationRecord.Start.WARM,
          List.of(
              new InvocationRecord.Part(
                  InvocationRecord.PartKind.HANDLER, System.nanoTime(), 1_000)),
          512,
          3L,
          false);

  /** A step, a wait, and an end. */
  private static Functions.Answer order(Scripted scripted, Scripted.Session session)
      throws InterruptedException {
    session.step("charge", "1");
    boolean waited = session.waited("pause", 60);
    scripted.recorder().ran(session.call().requestId(), RUN);
    return waited ? Scripted.succeeded("done") : Scripted.pending();
  }

  @Test
  void an_invocation_has_its_calls_its_size_and_its_environment(@TempDir Path folder) {
    ExecutionArn arn;
    try (Scripted scripted = new Scripted(Optional.of(folder), Duration.ZERO, _ -> {})) {
      scripted.durable("f", session -> order(scripted, session));
      arn = scripted.start("f", "{}");
      scripted.await(arn);
      assertEquals(2, scripted.kept().of(arn).orElseThrow().invocations().size());
    }
    try (Store store = Store.open(Optional.of(folder))) { // what another program finds later
      KeptExecutions.Kept kept = new KeptExecutions(store).of(arn).orElseThrow();
      InvocationRecord first = kept.invocations().getFirst();
      assertEquals(1, first.operations());
      assertEquals(List.of(1, 1, 1), first.calls().stream().map(each -> each.updates()).toList());
      assertTrue(first.eventBytes() > 100);
      assertTrue(first.endNanos() > first.calls().getLast().toNanos());
      assertEquals("stream", first.run().environment());
      InvocationRecord second = kept.invocations().getLast();
      assertEquals(3, second.operations());
      assertEquals(List.of(), second.calls());
      long started = first.calls().getFirst().lastEvent();
      assertEquals(EventType.STEP_STARTED, kept.history().get((int) started - 1).type());
    }
  }

  @Test
  void an_invocation_that_runs_is_known() throws Exception {
    CountDownLatch look = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    try (Scripted scripted = Scripted.inMemory()) {
      scripted.durable(
          "f",
          session -> {
            session.step("charge", "1");
            look.countDown();
            looked.await();
            return Scripted.succeeded("1");
          });
      ExecutionArn arn = scripted.start("f", "{}");
      look.await();
      InvocationRecord running = scripted.kept().of(arn).orElseThrow().invocations().getFirst();
      looked.countDown();
      assertEquals(null, running.endNanos());
      assertEquals(2, running.calls().size());
      scripted.await(arn);
    }
  }

  @Test
  void what_is_forgotten_leaves_no_record() {
    try (Scripted scripted = Scripted.inMemory()) {
      scripted.durable("f", session -> order(scripted, session));
      ExecutionArn arn = scripted.start("f", "{}");
      scripted.await(arn);
      assertFalse(scripted.kept().of(arn).orElseThrow().invocations().isEmpty());
      scripted.executions().delete(arn);
      assertEquals(Optional.empty(), scripted.kept().of(arn));
      assertEquals(List.of(), scripted.recorder().of(arn));
    }
  }

  @Test
  void executions_are_found_by_arn_name_and_id() {
    try (Scripted scripted = Scripted.inMemory()) {
      scripted.durable("f", _ -> Scripted.succeeded("1"));
      scripted.durable("g", _ -> Scripted.succeeded("1"));
      ExecutionArn named = scripted.executions().start(scripted.request("f", "order", "{}")).arn();
      ExecutionArn other = scripted.executions().start(scripted.request("g", "order", "{}")).arn();
      ExecutionArn last = scripted.start("g", "{}");
      scripted.await(last);
      KeptExecutions kept = scripted.kept();
      assertEquals(List.of(named), kept.find(named.toString()));
      assertEquals(List.of(named, other), kept.find("order"));
      assertEquals(List.of(last), kept.find(last.id()));
      assertEquals(List.of(named), kept.find(named.id()));
      assertEquals(List.of(), kept.find("nobody"));
      assertEquals(
          List.of(last, other, named), kept.newest(9).stream().map(ExecutionHead::arn).toList());
      assertEquals(1, kept.newest(1).size());
    }
  }
}

package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The calls of many workers, and what becomes of each request. */
class SharedSessionTest {
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

  private final SharedSession session = new SharedSession(2);
  private final List<String> given = new ArrayList<>(); // worker and request
  private final List<String> told = new ArrayList<>(); // request and kind of answer
  private final List<String> broken = new ArrayList<>(); // requests whose bringer fails
  private final Map<String, Long> deadlines = new HashMap<>(); // of requests that have one

  private void next(String worker) {
    assertNull(ask(worker, true));
  }

  private StatusResponse ask(String worker, boolean awaited) {
    return session.next(
        event -> given.add(worker + " " + event.invocation().requestId()), () -> awaited);
  }

  private boolean offer(String id) {
    return offer(new Invocation(id, BODY));
  }

  private boolean offer(Invocation invocation) {
    String id = invocation.requestId();
    return session.offer(
        new NextInvocation(invocation, 0, "trace", body -> told.add(id + " has its body")),
        deadlines.getOrDefault(id, Long.MAX_VALUE),
        new SharedSession.Bringer() {
          @Override
          public void taken() {
            assertFalse(given.stream().anyMatch(each -> each.endsWith(" " + id)), "too late");
          }

          @Override
          public void answered(RuntimeEvent event) {
            if (broken.contains(id)) {
              throw new IllegalStateException("broken");
            }
            told.add(id + " " + event.getClass().getSimpleName());
          }

          @Override
          public void timeIsUp() {
            told.add(id + " is late");
          }

          @Override
          public void failed(RuntimeException fault) {
            told.add(id + " " + fault.getMessage());
          }
        });
  }

  private int respond(String id) {
    List<StatusResponse> status = new ArrayList<>();
    session.respond(id, 0, BODY, status::add);
    return status.getFirst().status();
  }

  @ParameterizedTest(name = "{0}: next {1}, response {2}, error {3}, init error {4}")
  @CsvSource({
    "STARTING,     0, 403, 403, 202",
    "SERVING,      0, 400, 400, 403",
    "INIT_FAILED, 403, 403, 403, 403",
    "ENDED,       403, 403, 403, 403"
  })
  void a_call_is_answered_as_the_state_demands(
      String state, int next, int response, int error, int init) {
    switch (state) {
      case "SERVING" -> next("a");
      case "INIT_FAILED" -> session.failInit("Runtime.Broken", BODY);
      case "ENDED" -> session.exited(new RuntimeExit(1, false));
      default -> {}
    }
    assertEquals(response, respond("id"), "response");
    assertEquals(error, session.fail("id", "Function.Broken", BODY).status(), "error");
    if (init == 202) {
      SharedSession other = new SharedSession(1);
      assertEquals(init, other.failInit("Runtime.Broken", BODY).status(), "init error");
    } else {
      assertEquals(init, session.failInit("Runtime.Broken", BODY).status(), "init error");
    }
    StatusResponse refusal = ask("b", true);
    assertEquals(next, refusal == null ? 0 : refusal.status(), "next");
  }

  @Test
  void the_first_call_ends_the_init_phase_and_later_ones_are_no_news() throws Exception {
    assertFalse(offer("too early"));
    next("a");
    next("b");
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(Duration.ZERO));
    assertNull(session.events().await(Duration.ZERO));
  }

  @Test
  void who_has_waited_longest_gets_the_next_request_and_answers_come_in_any_order() {
    next("a");
    next("b");
    assertTrue(offer("1"));
    assertTrue(offer("2"));
    assertEquals(List.of("a 1", "b 2"), given);
    assertEquals(202, respond("2"));
    assertEquals(202, session.fail("1", null, BODY).status());
    assertEquals(List.of("2 has its body", "2 Responded", "1 ErrorReported"), told);
    assertEquals(400, respond("2"), "a second answer");
    assertEquals(0, session.load());
  }

  @Test
  void a_request_waits_for_a_worker_and_one_too_many_is_refused() {
    next("a");
    assertTrue(offer("1"));
    assertTrue(offer("2"));
    assertFalse(offer("3"));
    assertEquals(List.of("a 1"), given);
    next("b");
    assertEquals(List.of("a 1", "b 2"), given);
    respond("1");
    assertTrue(offer("3"));
    next("a");
    assertEquals(List.of("a 1", "b 2", "a 3"), given);
  }

  @Test
  void a_worker_whose_connection_has_ended_gets_nothing() {
    ask("gone", false);
    next("b");
    assertTrue(offer("1"));
    assertEquals(List.of("b 1"), given);
  }

  @Test
  void a_late_request_counts_until_its_worker_answers_and_nobody_is_told() {
    deadlines.put("1", 100L);
    next("a");
    offer("1");
    assertEquals(40, session.expire(60, 1000));
    assertEquals(List.of(), told);
    assertEquals(1000, session.expire(100, 1000));
    assertEquals(List.of("1 is late"), told);
    session.expire(100, 1000);
    assertEquals(1, session.load());
    assertEquals(202, respond("1"));
    assertEquals(0, session.load());
    assertEquals(List.of("1 is late"), told);
  }

  @Test
  void a_request_that_no_worker_has_is_forgotten_when_its_time_is_up() {
    deadlines.put("2", 300L);
    next("a");
    offer("0");
    offer("2");
    respond("0");
    assertEquals(200, session.expire(100, 1000));
    session.expire(300, 1000);
    assertEquals(0, session.load());
    next("b");
    assertEquals(List.of("a 0"), given);
    assertEquals(400, respond("2"));
  }

  @Test
  void a_request_is_not_late_while_its_answer_waits_for_memory() throws Exception {
    deadlines.put("1", 100L);
    next("a");
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch made = new CountDownLatch(1);
    offer(
        new Invocation("1", BODY)
            .withRoom(_ -> {
              asked.countDown();
              made.await();
            }));
    Thread answering =
        Thread.ofVirtual()
            .start(() -> {
              try {
                session.makeRoom("1", 1_000_000);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    asked.await();
    session.expire(100, 1000);
    assertEquals(List.of(), told);
    made.countDown();
    answering.join();
    session.expire(100, 1000);
    assertEquals(List.of("1 is late"), told);
  }

  @Test
  void a_fault_of_ours_is_told_to_all_who_wait() {
    next("a");
    offer("1");
    offer("2");
    session.fail(new IllegalStateException("has a fault"));
    assertEquals(List.of("1 has a fault", "2 has a fault"), told);
    assertFalse(offer("3"));
  }

  @Test
  void a_stream_belongs_to_its_request() {
    next("a");
    next("b");
    offer("1");
    offer("2");
    assertInstanceOf(RuntimeConversation.StreamStart.Buffered.class, session.beginStream("1"));
    assertInstanceOf(RuntimeConversation.StreamStart.Refused.class, session.beginStream("1"));
    assertEquals(403, respond("1"));
    assertEquals(202, respond("2"));
    assertEquals(
        202, session.endStream("1", RuntimeEvent.ofStream(0, BODY, Optional.empty())).status());
    assertEquals(List.of("2 has its body", "2 Responded", "1 Responded"), told);
  }

  @Test
  void the_end_of_the_process_is_told_to_all_who_wait_by_who_looks_for_it() throws Exception {
    next("a");
    session.events().await(Duration.ZERO);
    offer("1");
    offer("2");
    session.exited(new RuntimeExit(3, false));
    assertEquals(List.of(), told, "by the thread that watches all processes");
    assertFalse(offer("3"));
    session.end(Objects.requireNonNull(session.events().await(Duration.ZERO)));
    session.end(new RuntimeEvent.Exited(0, new RuntimeExit(4, false)));
    assertEquals(List.of("1 Exited", "2 Exited"), told);
    assertEquals(0, session.load());
  }

  @Test
  void who_fails_when_it_is_told_keeps_nobody_else_from_being_told() {
    next("a");
    broken.add("1");
    offer("1");
    offer("2");
    assertThrows(
        IllegalStateException.class,
        () -> session.end(new RuntimeEvent.Exited(0, new RuntimeExit(1, false))));
    assertEquals(List.of("2 Exited"), told);
  }
}

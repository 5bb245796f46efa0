package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.runtime.background.KeepingSink.event;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundWorkTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final long MINUTE_MILLIS = 60_000;

  private final KeepingSink received = new KeepingSink();
  private final List<String> told = new CopyOnWriteArrayList<>();

  private Policy policy() {
    return BackgroundWork.to(received).notices(told::add);
  }

  private static void invoke(BackgroundWork work, String requestId, String... events) {
    try (BackgroundWork.Invocation invocation = work.invocation(requestId, MINUTE_MILLIS)) {
      for (String each : events) {
        assertTrue(work.publish(event(each)));
      }
    }
  }

  // ---- before the response

  @Test
  void when_an_invocation_ends_its_events_have_arrived() {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    invoke(work, "r1", "a", "b");
    assertEquals(List.of("a", "b"), received.events);
    invoke(work, "r2", "c");
    assertEquals(List.of("a", "b", "c"), received.events);
    assertEquals(List.of(), told);
  }

  @Test
  void a_handler_that_throws_has_its_events_delivered() {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    assertThrows(
        IllegalStateException.class,
        () -> {
          try (BackgroundWork.Invocation invocation = work.invocation("r1", MINUTE_MILLIS)) {
            work.publish(event("a"));
            throw new IllegalStateException();
          }
        });
    assertEquals(List.of("a"), received.events);
  }

  @Test
  void what_remains_after_the_budget_is_told_and_sent_by_the_next_invocation() {
    BackgroundWork work = policy().flushBeforeResponse(Duration.ofMillis(30)).start();
    received.fail(new IOException("down"));
    BackgroundWork.Invocation invocation = work.invocation("r1", MINUTE_MILLIS);
    work.publish(event("a"));
    invocation.close();
    assertEquals(1, invocation.flushed().remaining());
    assertEquals(1, told.size());
    assertTrue(
        told.get(0).startsWith("thaw background: 0 events lost, 1 kept after "), told.get(0));
    assertTrue(told.get(0).endsWith("java.io.IOException: down"), told.get(0));

    received.fail(null);
    invoke(work, "r2", "b");
    assertEquals(List.of("a", "b"), received.events);
    assertEquals(1, told.size());
  }

  @Test
  void an_invocation_fails_when_that_is_the_policy() {
    BackgroundWork work =
        policy().flushBeforeResponse(Duration.ofMillis(30)).failIncomplete().start();
    IOException down = new IOException("down");
    received.fail(down);
    UndeliveredException thrown =
        assertThrows(UndeliveredException.class, () -> invoke(work, "r1", "a"));
    assertEquals(down, thrown.getCause());
    received.fail(null);
    invoke(work, "r2");
    assertEquals(List.of("a"), received.events);
  }

  @Test
  void no_flush_goes_on_until_the_invocation_times_out() {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    BackgroundWork.Invocation invocation =
        work.invocation("r1", Flusher.RESERVE_MILLIS); // nothing is left of it
    work.publish(event("a"));
    invocation.close();
    assertEquals(1, invocation.flushed().remaining());
    assertEquals(List.of(), received.events);
  }

  @Test
  void an_interrupted_handler_stays_interrupted_and_keeps_its_events() throws Exception {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    BackgroundWork.Invocation invocation = work.invocation("r1", MINUTE_MILLIS);
    work.publish(event("a"));
    received.hold();
    Thread.currentThread().interrupt();
    invocation.close();
    assertTrue(Thread.interrupted());
    assertNull(invocation.flushed());
    assertEquals(List.of("thaw background: a flush was interrupted, 1 events kept"), told);
    received.gate.release(10);
    assertTrue(work.flush(LONG).isComplete());
    assertEquals(List.of("a"), received.events);
  }

  @Test
  void an_invocation_ends_once() {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    BackgroundWork.Invocation invocation = work.invocation("r1", MINUTE_MILLIS);
    invocation.close();
    work.publish(event("a"));
    invocation.close();
    assertEquals(1, work.counts().pending());
  }

  @Test
  void who_is_told_and_throws_fails_no_invocation() {
    received.fail(new IllegalStateException("a fault"));
    BackgroundWork work =
        BackgroundWork.to(received)
            .notices(notice -> {
              throw new AssertionError(notice);
            })
            .flushBeforeResponse(LONG)
            .start();
    invoke(work, "r1", "a");
    assertEquals(1, work.counts().refused());
  }

  // ---- size, age, room

  @Test
  void errors_of_the_sink_do_not_end_the_sending_of_old_events() throws Exception {
    BackgroundWork work =
        BackgroundWork.to(firstAnError())
            .notices(told::add)
            .flushAtAge(Duration.ofMillis(5))
            .start();
    work.publish(event("a"));
    awaitDelivered(work, 1);
    assertEquals(
        List.of("thaw background: a flush has failed: java.lang.AssertionError: the first"), told);
  }

  private Sink firstAnError() {
    AtomicInteger deliveries = new AtomicInteger();
    return (batch, within) -> {
      if (deliveries.getAndIncrement() == 0) {
        throw new AssertionError("the first");
      }
      received.deliver(batch, within);
    };
  }

  @Test
  void a_number_of_events_is_sent_without_any_flush() throws Exception {
    BackgroundWork work = policy().flushAtSize(3).start();
    work.publish(event("a"));
    work.publish(event("b"));
    assertFalse(received.entered.tryAcquire(50, TimeUnit.MILLISECONDS));
    work.publish(event("c"));
    received.entered.acquire();
    awaitDelivered(work, 3);
  }

  @Test
  void old_events_are_sent_without_any_flush_also_after_a_failure() throws Exception {
    received.fail(new IOException("down"));
    BackgroundWork work = policy().flushAtAge(Duration.ofMillis(20)).start();
    work.publish(event("a"));
    received.entered.acquire(2);
    assertEquals(0, work.counts().delivered());
    received.fail(null);
    awaitDelivered(work, 1);
    assertTrue(told.size() >= 1);
  }

  @Test
  void what_is_lost_for_want_of_room_is_told_once() throws Exception {
    BackgroundWork work = policy().capacity(2, 1000).overflow(Overflow.REJECT, LONG).start();
    work.publish(event("a"));
    work.publish(event("b"));
    assertFalse(work.publish(event("c")));
    work.flush(LONG);
    work.flush(LONG);
    assertEquals(1, told.size());
    assertTrue(told.get(0).startsWith("thaw background: 1 events lost, 0 kept"), told.get(0));
    assertEquals(1, work.counts().lost());
  }

  @Test
  void an_interrupted_publisher_is_told_and_counted() {
    BackgroundWork work = policy().capacity(1, 1000).overflow(Overflow.BLOCK, LONG).start();
    work.publish(event("a"));
    received.hold();
    Thread.currentThread().interrupt();
    assertFalse(work.publish(event("b")));
    assertTrue(Thread.interrupted());
    assertEquals(1, work.counts().rejected());
  }

  private static void awaitDelivered(BackgroundWork work, long count) throws Exception {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (work.counts().delivered() < count) {
      assertTrue(System.nanoTime() < deadline, () -> work.counts().toString());
      Thread.sleep(2);
    }
  }

  // ---- the extension

  /** The Extensions API, whose events a test gives. */
  private static final class Platform implements AutoCloseable {
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    final Peer peer;

    Platform(String registration) throws IOException {
      peer =
          new Peer((number, request) -> {
            String line = request.head().lines().findFirst().orElse("");
            if (line.contains("/register ")) {
              calls.add("register " + request.body());
              return registration;
            }
            calls.add(line + " " + request.header("Lambda-Extension-Identifier"));
            String event = events.take();
            if (event.startsWith("HTTP/")) {
              return event;
            }
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + event.length()
                + "\r\n\r\n"
                + event;
          });
    }

    static Platform willing() throws IOException {
      return new Platform(
          "HTTP/1.1 200 OK\r\nLambda-Extension-Identifier: id-1\r\nContent-Length: 2\r\n\r\n{}");
    }

    void invoke(String requestId, long inMillis) {
      events.add(
          "{\"eventType\":\"INVOKE\",\"deadlineMs\":"
              + (System.currentTimeMillis() + inMillis)
              + ",\"requestId\":\""
              + requestId
              + "\",\"invokedFunctionArn\":\"arn:f\",\"tracing\":{\"type\":\"X\",\"value\":\"v\"}}");
    }

    void awaitNext() throws InterruptedException {
      assertEquals("GET /2020-01-01/extension/event/next HTTP/1.1 id-1", calls.take());
    }

    boolean holds() throws InterruptedException {
      return calls.poll(50, TimeUnit.MILLISECONDS) == null;
    }

    @Override
    public void close() throws IOException {
      peer.close();
    }
  }

  @Test
  void an_extension_registers_and_holds_the_freeze_until_all_has_arrived() throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
      assertEquals("register {\"events\":[\"INVOKE\"]}", platform.calls.take());
      platform.awaitNext();
      received.hold();
      for (int i = 0; i < 3; i++) {
        platform.invoke("same-id", MINUTE_MILLIS); // as one that is tried again
        BackgroundWork.Invocation invocation = work.invocation("same-id", MINUTE_MILLIS);
        work.publish(event("e" + i));
        assertTrue(platform.holds(), "while the handler is at work");
        invocation.close();
        assertNull(invocation.flushed(), "the caller does not wait");
        received.entered.acquire();
        assertTrue(platform.holds(), "while it is on its way");
        received.gate.release();
        platform.awaitNext();
      }
      assertEquals(List.of("e0", "e1", "e2"), received.events);
      assertEquals(List.of(), told);
    }
  }

  @Test
  void an_invocation_that_ends_before_the_extension_hears_of_it_is_flushed_all_the_same()
      throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
      platform.calls.take();
      platform.awaitNext();
      invoke(work, "r1", "a");
      assertEquals(List.of(), received.events);
      platform.invoke("r1", MINUTE_MILLIS);
      platform.awaitNext();
      assertEquals(List.of("a"), received.events);
    }
  }

  @Test
  void an_invocation_that_no_handler_begins_is_held_for_a_grace_and_one_that_begins_late_flushes()
      throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work =
          policy()
              .api(platform.peer.address())
              .flushAfterResponse(LONG)
              .extension("late", Duration.ofMillis(20))
              .start();
      platform.calls.take();
      platform.awaitNext();
      platform.invoke("r1", MINUTE_MILLIS);
      platform.awaitNext();
      invoke(work, "r1", "a");
      assertEquals(List.of("a"), received.events, "before the response, for nobody holds");

      platform.invoke("r2", MINUTE_MILLIS);
      BackgroundWork.Invocation invocation = work.invocation("r2", MINUTE_MILLIS);
      assertTrue(platform.holds(), "longer than the grace");
      work.publish(event("b"));
      invocation.close();
      platform.awaitNext();
      assertEquals(List.of("a", "b"), received.events);
    }
  }

  @Test
  void an_attempt_with_the_id_of_one_that_was_given_up_is_not_held_once_it_has_ended()
      throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work =
          policy()
              .api(platform.peer.address())
              .flushAfterResponse(LONG)
              .extension("again", Duration.ofMillis(20))
              .start();
      platform.calls.take();
      platform.awaitNext();
      for (int i = 0; i < 3; i++) {
        platform.invoke("same-id", MINUTE_MILLIS);
        platform.awaitNext(); // no handler has begun

        // Its handler is faster than the extension hears of it.
        invoke(work, "same-id", "first" + i);
        platform.invoke("same-id", MINUTE_MILLIS);
        platform.awaitNext();

        // The extension hears of it first.
        platform.invoke("same-id", MINUTE_MILLIS);
        BackgroundWork.Invocation invocation = work.invocation("same-id", MINUTE_MILLIS);
        work.publish(event("second" + i));
        assertTrue(platform.holds(), "longer than the grace");
        invocation.close();
        platform.awaitNext();
      }
      assertEquals(
          List.of("first0", "second0", "first1", "second1", "first2", "second2"), received.events);
    }
  }

  @Test
  void errors_of_the_sink_do_not_end_the_extension() throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work =
          BackgroundWork.to(firstAnError())
              .notices(notice -> {
                told.add(notice);
                throw new IllegalStateException("nor do those of who is told");
              })
              .api(platform.peer.address())
              .flushAfterResponse(LONG)
              .start();
      platform.calls.take();
      platform.awaitNext();
      invoke(work, "r1", "a");
      platform.invoke("r1", MINUTE_MILLIS);
      platform.awaitNext();
      invoke(work, "r2", "b");
      platform.invoke("r2", MINUTE_MILLIS);
      platform.awaitNext();
      assertEquals(List.of("a", "b"), received.events);
      assertEquals(
          List.of(
              "thaw background: a flush after a response has failed:"
                  + " java.lang.AssertionError: the first"),
          told);
    }
  }

  @Test
  void an_odd_answer_is_not_the_end_of_the_extension() throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
      platform.calls.take();
      platform.awaitNext();
      platform.events.add("HTTP/1.1 500 Error\r\nContent-Length: 2\r\n\r\n{}");
      platform.awaitNext();
      platform.events.add("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}");
      platform.awaitNext();
      invoke(work, "r1", "a");
      platform.invoke("r1", MINUTE_MILLIS);
      platform.awaitNext();
      assertEquals(List.of("a"), received.events);
      assertEquals(List.of(), told);
    }
  }

  @Test
  void a_handler_that_does_not_end_is_not_waited_for_until_it_times_out() throws Exception {
    try (Platform platform = Platform.willing()) {
      BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
      platform.calls.take();
      platform.awaitNext();
      platform.invoke("r1", Flusher.RESERVE_MILLIS + 50);
      work.invocation("r1", Flusher.RESERVE_MILLIS + 50);
      work.publish(event("a"));
      platform.awaitNext();
    }
  }

  @Test
  void without_an_extension_events_are_sent_before_the_response_and_that_is_told()
      throws Exception {
    try (Platform platform =
        new Platform("HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\n\r\nclosed")) {
      BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
      invoke(work, "r1", "a");
      assertEquals(List.of("a"), received.events);
      assertEquals(
          List.of(
              "thaw background: could not register the extension thaw-background: 403 closed:"
                  + " events are sent before each response"),
          told);
    }
  }

  @Test
  void when_the_extension_has_ended_events_are_sent_before_the_response() throws Exception {
    Platform platform = Platform.willing();
    BackgroundWork work = policy().api(platform.peer.address()).flushAfterResponse(LONG).start();
    platform.calls.take();
    platform.awaitNext();
    platform.close();
    long deadline = System.nanoTime() + LONG.toNanos();
    while (told.isEmpty()) {
      assertTrue(System.nanoTime() < deadline);
      Thread.sleep(2);
    }
    assertTrue(told.get(0).startsWith("thaw background: the extension has ended"), told.get(0));
    invoke(work, "r1", "a");
    assertEquals(List.of("a"), received.events);
  }

  @Test
  void what_is_only_for_the_end_registers_for_no_event() throws Exception {
    try (Platform platform = Platform.willing()) {
      policy().api(platform.peer.address()).flushOnShutdown(Duration.ofMillis(1)).start();
      assertEquals("register {\"events\":[]}", platform.calls.take());
      platform.awaitNext();
    }
  }

  // ---- told by the runtime client

  private static long inAMinute() {
    return System.currentTimeMillis() + MINUTE_MILLIS;
  }

  @Test
  void a_client_that_tells_has_events_sent_as_the_policy_has_it() throws Exception {
    BackgroundWork before = policy().flushBeforeResponse(LONG).start();
    before.publish(event("a"));
    before.flusher.afterResponse(inAMinute());
    before.flusher.shutdown();
    assertEquals(List.of(), received.events);
    before.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a"), received.events);

    BackgroundWork after = policy().flushAfterResponse(LONG).start();
    after.publish(event("b"));
    after.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a"), received.events);
    after.flusher.afterResponse(System.currentTimeMillis());
    assertEquals(List.of("a"), received.events, "no time is left");
    after.flusher.afterResponse(inAMinute());
    assertEquals(List.of("a", "b"), received.events);

    BackgroundWork last = policy().flushOnShutdown(LONG).start();
    last.publish(event("c"));
    last.flusher.shutdown();
    assertEquals(List.of("a", "b", "c"), received.events);
  }

  @Test
  void a_client_that_tells_has_all_sent_that_the_invocation_has_not_just_tried() throws Exception {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    invoke(work, "r1", "a");
    work.publish(event("b"));
    work.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a", "b"), received.events);

    received.fail(new IOException("down"));
    invoke(work, "r2", "c");
    received.fail(null);
    work.flusher.beforeResponse(inAMinute());
    assertEquals(1, work.counts().pending(), "the caller does not wait twice");
    work.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a", "b", "c"), received.events);

    received.fail(new IOException("down"));
    invoke(work, "r3", "d");
    received.fail(null);
    work.publish(event("e"));
    work.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a", "b", "c", "d", "e"), received.events);
  }

  @Test
  void another_threads_vain_flush_is_not_this_ones() throws Exception {
    BackgroundWork work = policy().flushBeforeResponse(LONG).start();
    received.fail(new IOException("down"));
    Thread other = new Thread(() -> invoke(work, "r1", "a"));
    other.start();
    other.join();
    received.fail(null);
    work.flusher.beforeResponse(inAMinute());
    assertEquals(List.of("a"), received.events);
  }

  @Test
  void members_of_the_platforms_events_are_found() {
    String spaced =
        "{ \"eventType\" : \"INVOKE\",\n \"requestId\" : \"r-1\", \"deadlineMs\" : 123 }";
    assertEquals("r-1", InternalExtension.text(spaced, "requestId"));
    assertEquals(123, InternalExtension.number(spaced, "deadlineMs"));
    assertNull(InternalExtension.text("{\"requestId\":null}", "requestId"));
    assertNull(InternalExtension.text("{", "requestId"));
    assertEquals(0, InternalExtension.number("{}", "deadlineMs"));
  }
}

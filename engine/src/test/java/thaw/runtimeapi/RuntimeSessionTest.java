package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.steady.InternalFault;

/** Every call of the runtime in every state. */
class RuntimeSessionTest {
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService runtime = Executors.newVirtualThreadPerTaskExecutor();
  private final RuntimeSession session = new RuntimeSession(RuntimeSession.Purpose.SERVE);

  @AfterEach
  void stop() {
    runtime.shutdownNow();
  }

  @ParameterizedTest(name = "{0}: response {1}, error {2}, init error {3}")
  @CsvSource({
    "STARTING,    403, 403, 202",
    "IDLE,        400, 400, 403",
    "RUNNING,     202, 202, 403",
    "ANSWERED,    400, 400, 403",
    "INIT_FAILED, 403, 403, 403",
    "ENDED,       403, 403, 403"
  })
  void a_post_is_answered_as_the_state_demands(String state, int response, int error, int init)
      throws Exception {
    reach(state);
    assertEquals(response, respond("id", BODY).status(), "response");
    RuntimeSessionTest other = new RuntimeSessionTest();
    other.reach(state);
    assertEquals(error, other.session.fail("id", "Function.Broken", BODY).status(), "error");
    RuntimeSessionTest third = new RuntimeSessionTest();
    third.reach(state);
    assertEquals(init, third.session.failInit("Runtime.Broken", BODY).status(), "init error");
    other.stop();
    third.stop();
  }

  private StatusResponse respond(String id, byte[] body) {
    List<StatusResponse> told = new ArrayList<>();
    session.respond(id, 0, body, told::add);
    return told.getFirst();
  }

  private void reach(String state) throws Exception {
    switch (state) {
      case "STARTING" -> {}
      case "IDLE" -> idle();
      case "RUNNING" -> running();
      case "ANSWERED" -> {
        running();
        respond("id", BODY);
      }
      case "INIT_FAILED" -> session.failInit("Runtime.Broken", BODY);
      case "ENDED" -> session.exited(new RuntimeExit(1, false));
      default -> throw new IllegalArgumentException(state);
    }
  }

  private CompletableFuture<NextInvocation> idle() throws Exception {
    CompletableFuture<NextInvocation> next = new CompletableFuture<>();
    runtime.submit(() -> {
      StatusResponse refusal = session.next(next::complete, () -> true);
      if (refusal != null) {
        next.completeExceptionally(new IllegalStateException(refusal.body()));
      }
      return null;
    });
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    return next;
  }

  private void running() throws Exception {
    CompletableFuture<NextInvocation> next = idle();
    session.offer(new NextInvocation(new Invocation("id", BODY), 0, "Root=1", _ -> {}));
    assertEquals("id", next.get(5, TimeUnit.SECONDS).invocation().requestId());
  }

  @Test
  void an_answer_to_another_request_is_refused_and_the_right_one_still_taken() throws Exception {
    running();
    assertEquals(StatusResponse.INVALID_REQUEST_ID, respond("other", BODY));
    assertEquals(StatusResponse.ACCEPTED, respond("id", BODY));
    RuntimeEvent.Responded event =
        assertInstanceOf(RuntimeEvent.Responded.class, session.events().await(PATIENCE));
    assertEquals(BODY, event.body());
  }

  @Test
  void a_second_answer_to_the_same_request_is_refused() throws Exception {
    running();
    respond("id", BODY);
    assertEquals(StatusResponse.INVALID_REQUEST_ID, respond("id", BODY));
  }

  @Test
  void a_response_above_the_limit_is_refused_and_ends_the_invocation() throws Exception {
    running();
    byte[] large = new byte[PayloadLimits.RESPONSE_BYTES + 1];
    assertEquals(413, respond("id", large).status());
    assertInstanceOf(RuntimeEvent.ResponseTooLarge.class, session.events().await(PATIENCE));
  }

  @Test
  void a_response_at_the_limit_is_accepted() throws Exception {
    running();
    assertEquals(StatusResponse.ACCEPTED, respond("id", new byte[PayloadLimits.RESPONSE_BYTES]));
  }

  @ParameterizedTest
  @CsvSource({
    "Runtime.ExitError, Runtime.ExitError",
    "Function.Failed, Function.Failed",
    "java.lang.Error, Runtime.Unknown",
    "runtime.lower, Runtime.Unknown",
    ", Runtime.Unknown"
  })
  void an_error_type_is_accepted_when_it_has_the_documented_form(String header, String accepted)
      throws Exception {
    running();
    session.fail("id", header, BODY);
    RuntimeEvent.ErrorReported event =
        assertInstanceOf(RuntimeEvent.ErrorReported.class, session.events().await(PATIENCE));
    assertEquals(accepted, event.type());
  }

  @Test
  void an_event_is_refused_to_a_runtime_that_is_not_idle() {
    NextInvocation next = new NextInvocation(new Invocation("id", BODY), 0, "Root=1", _ -> {});
    assertThrows(IllegalStateException.class, () -> session.offer(next));
  }

  @Test
  void a_runtime_whose_connection_has_ended_lives_on_unless_its_end_follows() throws Exception {
    AtomicBoolean connected = new AtomicBoolean(true);
    session.next(_ -> {}, connected::get);
    assertTrue(session.livesOn(PATIENCE));
    connected.set(false);
    assertTrue(session.livesOn(Duration.ofMillis(1)), "it may ask again on another connection");
    runtime.submit(() -> session.exited(new RuntimeExit(137, false)));
    assertFalse(session.livesOn(PATIENCE));
    assertFalse(session.livesOn(PATIENCE), "and it stays so");
  }

  @Test
  void a_runtime_beside_an_extension_that_has_ended_takes_no_event() throws Exception {
    CompletableFuture<NextInvocation> next = idle();
    session.events().extensionFailed(new ExtensionFailure("Extension.Crash", "exit 1", 0));
    assertFalse(session.events().isSound());
    assertFalse(
        session.offer(new NextInvocation(new Invocation("id", BODY), 0, "Root=1", _ -> {})));
    assertFalse(next.isDone());
  }

  @Test
  void after_the_end_of_the_process_nothing_is_written_to_who_waited() throws Exception {
    CompletableFuture<NextInvocation> next = idle();
    session.exited(new RuntimeExit(137, false));
    assertFalse(
        session.offer(new NextInvocation(new Invocation("id", BODY), 0, "Root=1", _ -> {})));
    assertFalse(next.isDone());
    RuntimeEvent.Exited event =
        assertInstanceOf(RuntimeEvent.Exited.class, session.events().await(PATIENCE));
    assertEquals(137, event.exit().exitCode());
  }

  @Test
  void asking_again_while_an_event_is_worked_on_repeats_the_event() throws Exception {
    running();
    CompletableFuture<NextInvocation> again = new CompletableFuture<>();
    assertNull(session.next(again::complete, () -> true));
    assertEquals("id", again.get(5, TimeUnit.SECONDS).invocation().requestId());
  }

  @Test
  void a_small_event_is_written_by_the_thread_that_offers_it_and_a_large_one_is_not()
      throws Exception {
    assertEquals(Thread.currentThread(), writer(BODY));
    respond("id", BODY);
    assertInstanceOf(RuntimeEvent.Responded.class, session.events().await(PATIENCE));
    assertNotEquals(Thread.currentThread(), writer(new byte[1024 * 1024]));
  }

  private Thread writer(byte[] payload) throws Exception {
    CompletableFuture<Thread> writer = new CompletableFuture<>();
    assertNull(session.next(_ -> writer.complete(Thread.currentThread()), () -> true));
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    session.offer(new NextInvocation(new Invocation("id", payload), 0, "Root=1", _ -> {}));
    return writer.get(5, TimeUnit.SECONDS);
  }

  @Test
  void an_event_that_could_not_be_written_is_repeated_to_who_asks_again() throws Exception {
    runtime.submit(() ->
        session.next(
            _ -> {
              throw new IllegalStateException("connection closed");
            },
            () -> true));
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    session.offer(new NextInvocation(new Invocation("id", BODY), 0, "Root=1", _ -> {}));
    CompletableFuture<NextInvocation> again = new CompletableFuture<>();
    assertNull(session.next(again::complete, () -> true));
    assertEquals("id", again.get(5, TimeUnit.SECONDS).invocation().requestId());
  }

  @Test
  void a_response_that_we_could_not_pass_on_is_our_fault_and_not_the_functions() throws Exception {
    session.next(_ -> {}, () -> true);
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    session.offer(
        new NextInvocation(
            new Invocation("id", BODY),
            0,
            "",
            _ -> {
              throw new IllegalStateException("an observer that fails");
            }));
    List<StatusResponse> told = new ArrayList<>();
    session.respond("id", 0, BODY, told::add);
    assertEquals(List.of(StatusResponse.ACCEPTED), told);
    InternalFault fault = assertThrows(InternalFault.class, () -> session.events().await(PATIENCE));
    assertEquals("an observer that fails", fault.getCause().getMessage());
    assertFalse(session.events().isSound());
  }

  @Test
  void a_runtime_that_has_closed_its_connection_is_no_fault_of_ours() throws Exception {
    session.next(
        _ -> {
          throw new UncheckedIOException(new IOException("Broken pipe"));
        },
        () -> true);
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    session.offer(new NextInvocation(new Invocation("id", BODY), 0, "", _ -> {}));
    assertTrue(session.events().isSound());
  }

  @Test
  void an_event_that_we_could_not_write_is_our_fault_and_not_the_functions() throws Exception {
    byte[] large = new byte[64 * 1024];
    for (byte[] payload : List.of(BODY, large)) {
      RuntimeSession failing = new RuntimeSession(RuntimeSession.Purpose.SERVE);
      failing.next(
          _ -> {
            throw new OutOfMemoryError("no room for an event");
          },
          () -> true);
      assertInstanceOf(RuntimeEvent.NextCalled.class, failing.events().await(PATIENCE));
      failing.offer(new NextInvocation(new Invocation("id", payload), 0, "", _ -> {}));
      InternalFault fault =
          assertThrows(InternalFault.class, () -> failing.events().await(PATIENCE));
      assertInstanceOf(OutOfMemoryError.class, fault.getCause());
      failing.exited(new RuntimeExit(1, false)); // which the fault may have caused
      assertThrows(InternalFault.class, () -> failing.events().await(PATIENCE), "and it stays so");
      assertFalse(failing.events().isSound());
    }
  }

  @Test
  void a_runtime_that_asks_again_and_again_is_answered_once() throws Exception {
    List<NextInvocation> got = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      boolean last = i == 9_999;
      assertNull(session.next(got::add, () -> last)); // the others have hung up
    }
    assertInstanceOf(RuntimeEvent.NextCalled.class, session.events().await(PATIENCE));
    session.offer(new NextInvocation(new Invocation("id", BODY), 0, "", _ -> {}));
    assertEquals(1, got.size());
  }

  @Test
  void waiting_ends_when_nothing_comes() throws Exception {
    assertNull(session.events().await(Duration.ofMillis(1)));
  }
}

package thaw.runtimeapi.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.runtimeapi.ExtensionFailure;
import thaw.sandbox.kernel.Deadline;

/** Every call of an extension in every state, and what the platform waits for. */
class ExtensionsSessionTest {
  private static final List<String> BOTH = List.of("INVOKE", "SHUTDOWN");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final ExtensionEvent.Invoke INVOKE =
      new ExtensionEvent.Invoke(1, "id", "arn", "Root=1");

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ExtensionFailure> failures = new ArrayList<>();
  private final ExtensionsSession session = new ExtensionsSession(failures::add, false);

  @AfterEach
  void stop() {
    session.end();
    callers.shutdownNow();
  }

  @ParameterizedTest(name = "{0}: register {1}, next {2}, init error {3}, exit error {4}")
  @CsvSource({
    "STARTED,         yes, no,  no,  no",
    "REGISTERED,      no,  yes, yes, yes",
    "READY,           no,  no,  no,  yes",
    "RUNNING,         no,  yes, no,  yes",
    "LAUNCH_ERROR,    no,  no,  no,  no",
    "INIT_ERROR,      no,  no,  yes, no",
    "EXIT_ERROR,      no,  no,  no,  yes",
    "SHUTDOWN_FAILED, no,  no,  no,  no",
    "EXITED,          no,  no,  no,  no"
  })
  void a_call_is_answered_as_the_state_demands(
      Extension.State state, String register, String next, String init, String exit)
      throws Exception {
    assertEquals(register, legal(state, "register"), "register");
    assertEquals(next, legal(state, "next"), "next");
    assertEquals(init, legal(state, "init"), "init error");
    assertEquals(exit, legal(state, "exit"), "exit error");
  }

  /** Each call in a session of its own. */
  private static String legal(Extension.State state, String call) throws Exception {
    ExtensionsSessionTest other = new ExtensionsSessionTest();
    try {
      String id = other.reach(state);
      boolean refused =
          switch (call) {
            case "register" ->
                other.session.register("ext", BOTH) instanceof ExtensionReply.Refused;
            case "next" -> other.isNextRefused(id);
            case "init" -> other.session.failInit(id, "Any") instanceof ExtensionReply.Refused;
            default -> other.session.failExit(id, "Any") instanceof ExtensionReply.Refused;
          };
      return refused ? "no" : "yes";
    } finally {
      other.stop();
    }
  }

  /** A legal call changes the state to Ready, and blocks. */
  private boolean isNextRefused(String id) throws Exception {
    boolean wasReady = state() == Extension.State.READY;
    CompletableFuture<ExtensionReply> reply = next(id);
    Deadline.await(
        PATIENCE,
        "an answer",
        () -> reply.isDone() || !wasReady && state() == Extension.State.READY);
    return reply.isDone();
  }

  private CompletableFuture<ExtensionReply> next(String id) {
    CompletableFuture<ExtensionReply> reply = new CompletableFuture<>();
    callers.submit(() -> reply.complete(session.next(id)));
    return reply;
  }

  private Extension.State state() {
    String name = session.states().getFirst().state();
    return List.of(Extension.State.values()).stream()
        .filter(state -> state.wireName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** An external extension in this state; its identifier, or some other where it has none. */
  private String reach(Extension.State state) throws Exception {
    session.expect("ext");
    String id = UUID.randomUUID().toString();
    if (state == Extension.State.STARTED) {
      return id;
    }
    if (state == Extension.State.LAUNCH_ERROR) {
      session.launchFailed("ext", "PermissionDenied", "permission denied");
      return id;
    }
    id = register("ext", BOTH);
    switch (state) {
      case READY -> ready(id);
      case RUNNING -> running(id);
      case INIT_ERROR -> session.failInit(id, "My.Error");
      case EXIT_ERROR -> session.failExit(id, "My.Error");
      case EXITED, SHUTDOWN_FAILED -> {
        CompletableFuture<ExtensionReply> waiting = ready(id);
        session.shutDown(new ExtensionEvent.Shutdown(1, ShutdownReason.SPINDOWN));
        waiting.get(10, TimeUnit.SECONDS);
        session.exited("ext", state == Extension.State.EXITED ? 0 : 137);
      }
      case STARTED, REGISTERED, LAUNCH_ERROR -> {}
    }
    assertEquals(state, state());
    return id;
  }

  private String register(String name, List<String> events) {
    return assertInstanceOf(ExtensionReply.Registered.class, session.register(name, events))
        .identifier();
  }

  private CompletableFuture<ExtensionReply> ready(String id) {
    CompletableFuture<ExtensionReply> waiting = next(id);
    Deadline.await(PATIENCE, "ready", () -> state() == Extension.State.READY);
    return waiting;
  }

  private void running(String id) throws Exception {
    CompletableFuture<ExtensionReply> waiting = ready(id);
    session.invoke(INVOKE);
    assertEquals(new ExtensionReply.Event(INVOKE), waiting.get(10, TimeUnit.SECONDS));
  }

  private static void assertRefused(String type, String message, ExtensionReply reply) {
    assertEquals(new ExtensionReply.Refused(type, message), reply);
  }

  @Test
  void an_internal_extension_may_not_ask_for_shutdown() {
    assertRefused(
        "Extension.InvalidEventType",
        "SHUTDOWN: ShutdownEventNotSupportedForInternalExtension",
        session.register("internal", BOTH));
    assertRefused(
        "Extension.InvalidEventType",
        "REBOOT: ErrorInvalidEventType",
        session.register("internal", List.of("REBOOT")));
    register("internal", List.of("INVOKE"));
  }

  @Test
  void a_name_is_needed_and_taken_once() {
    assertRefused(
        "Extension.InvalidExtensionName", "Empty extension name", session.register("", BOTH));
    register("internal", List.of());
    assertRefused(
        "Extension.InvalidExtensionState",
        "Extension with this name already registered",
        session.register("internal", List.of()));
  }

  @Test
  void the_eleventh_extension_is_refused() {
    session.expect("external");
    for (int i = 1; i < 10; i++) {
      register("internal" + i, List.of());
    }
    assertRefused(
        "Extension.TooManyExtensions",
        "Extension limit (10) reached",
        session.register("internal10", List.of()));
  }

  @Test
  void an_eleventh_external_extension_fails_the_init() {
    for (int i = 0; i < 10; i++) {
      assertTrue(session.expect("external" + i));
    }
    assertFalse(session.expect("external10"));
    assertEquals("Extension.LaunchError", failures.getFirst().type());
    assertEquals("TooManyExtensions", session.states().getLast().errorType().orElseThrow());
  }

  @Test
  void nobody_registers_after_the_init() {
    session.closeRegistration();
    assertRefused(
        "Extension.RegistrationClosed",
        "Extension registration closed already",
        session.register("late", List.of()));
  }

  @Test
  void the_identifier_is_checked_before_all_else() throws Exception {
    assertRefused(
        "Extension.MissingExtensionIdentifier",
        "Missing Lambda-Extension-Identifier header",
        session.next(null));
    assertRefused(
        "Extension.InvalidExtensionIdentifier",
        "Invalid Lambda-Extension-Identifier",
        session.next("me"));
    String unknown = UUID.randomUUID().toString();
    assertRefused(
        "Extension.UnknownExtensionIdentifier",
        "Unknown extension " + unknown,
        session.next(unknown));
    assertRefused(
        "Extension.MissingHeader",
        "Lambda-Extension-Function-Error-Type not found",
        session.failInit(unknown, null));
    assertRefused(
        "Extension.UnknownExtensionIdentifier",
        "Unknown Lambda-Extension-Identifier",
        session.failExit(unknown, "Any"));
  }

  @Test
  void an_illegal_call_is_refused_with_both_states() throws Exception {
    String id = reach(Extension.State.READY);
    assertRefused(
        "Extension.InvalidExtensionState",
        "State transition from Ready to Ready failed for extension "
            + id
            + ". Error: State transition is not allowed",
        session.next(id));
  }

  @Test
  void the_runtime_starts_when_all_external_extensions_have_registered() throws Exception {
    session.expect("one");
    session.expect("two");
    register("one", BOTH);
    assertEquals(Barrier.TIMED_OUT, session.awaitRegistered(System.nanoTime()));
    register("two", List.of());
    assertEquals(Barrier.PASSED, session.awaitRegistered(System.nanoTime()));
  }

  @Test
  void the_init_ends_when_all_have_asked_for_an_event() throws Exception {
    session.expect("ext");
    String id = register("ext", List.of());
    assertEquals(Barrier.TIMED_OUT, session.awaitInitialised(System.nanoTime()));
    ready(id);
    assertEquals(Barrier.PASSED, session.awaitInitialised(System.nanoTime()));
  }

  @Test
  void an_invocation_ends_when_all_that_got_it_have_asked_for_the_next() throws Exception {
    String id = reach(Extension.State.RUNNING);
    assertEquals(Barrier.TIMED_OUT, session.awaitIdle(System.nanoTime()));
    ready(id);
    assertEquals(Barrier.PASSED, session.awaitIdle(System.nanoTime()));
  }

  @Test
  void an_event_that_an_extension_has_not_fetched_yet_is_waited_for() throws Exception {
    reach(Extension.State.READY);
    session.invoke(INVOKE);
    assertEquals(Barrier.TIMED_OUT, session.awaitIdle(System.nanoTime()));
  }

  @Test
  void who_did_not_ask_for_invocations_is_not_waited_for() throws Exception {
    session.expect("ext");
    ready(register("ext", List.of("SHUTDOWN")));
    session.invoke(INVOKE);
    assertEquals(Barrier.PASSED, session.awaitIdle(System.nanoTime()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, exit code 0",
    "1, exit status 1",
    "137, signal: killed",
    "139, signal: segmentation fault"
  })
  void the_end_of_a_process_is_a_crash(int code, String message) throws Exception {
    reach(Extension.State.READY);
    session.exited("ext", code);
    assertEquals(Barrier.FAILED, session.awaitIdle(System.nanoTime()));
    assertEquals("Extension.Crash", failures.getFirst().type());
    assertEquals(message, failures.getFirst().message());
  }

  @ParameterizedTest
  @CsvSource({"true, Extension.InitError", "false, Extension.ExitError"})
  void the_end_after_a_report_is_what_was_reported(boolean init, String type) throws Exception {
    String id = reach(Extension.State.REGISTERED);
    assertInstanceOf(
        ExtensionReply.Accepted.class,
        init ? session.failInit(id, "My.Error") : session.failExit(id, "My.Error"));
    assertEquals(List.of(), failures, "it may still do something");
    session.exited("ext", 1);
    assertEquals(type, failures.getFirst().type());
    assertEquals("My.Error", session.states().getFirst().errorType().orElseThrow());
  }

  @Test
  void only_the_first_failure_counts() {
    session.expect("one");
    session.expect("two");
    session.exited("one", 1);
    session.exited("two", 2);
    assertEquals(1, failures.size());
    assertEquals("exit status 1", session.failure().orElseThrow().message());
  }

  @Test
  void shutdown_reaches_also_who_is_still_busy_and_its_end_is_no_failure() throws Exception {
    String id = reach(Extension.State.RUNNING);
    ExtensionEvent.Shutdown event = new ExtensionEvent.Shutdown(7, ShutdownReason.TIMEOUT);
    session.shutDown(event);
    assertEquals(new ExtensionReply.Event(event), next(id).get(10, TimeUnit.SECONDS));
    session.exited("ext", 0);
    assertEquals(List.of(), failures);
  }

  @Test
  void waiting_ends_when_something_else_has_failed() throws Exception {
    session.expect("ext");
    session.cancel();
    assertEquals(Barrier.CANCELLED, session.awaitRegistered(Long.MAX_VALUE));
  }

  @Test
  void the_end_frees_a_call_that_waits() throws Exception {
    CompletableFuture<ExtensionReply> waiting = next(reach(Extension.State.REGISTERED));
    Deadline.await(PATIENCE, "ready", () -> state() == Extension.State.READY);
    session.end();
    assertInstanceOf(ExtensionReply.Refused.class, waiting.get(10, TimeUnit.SECONDS));
  }
}

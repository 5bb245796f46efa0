package thaw.platform.async;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import thaw.function.EventInvokeConfig;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.store.Store;

/** A queue on a bench: its clock stands still until somebody turns it, everything is recorded. */
public final class QueueBench implements AutoCloseable {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final AsyncTerms PLAIN = new AsyncTerms(EventInvokeConfig.NONE, Optional.empty(), false);

  /** One attempt to have a function process an event. */
  public record Attempt(Duration at, String function, String requestId, String payload) {}

  public record Sent(Notice notice, String body) {}

  public final Map<String, AsyncTerms> terms = new HashMap<>();
  public final List<Attempt> attempts = new ArrayList<>();
  public final List<Sent> sent = new ArrayList<>();
  public final List<String> log = new ArrayList<>();
  public final List<Exception> problems = new ArrayList<>();
  final Store store;

  /** What a function answers. */
  public Function<Invocation, RequestOutcome> answer = invocation -> succeeded("{\"ok\":true}");

  public final Map<String, Function<Invocation, RequestOutcome>> answers = new HashMap<>();
  public boolean reachable = true;

  /** For work on events; 0 when none is to be had. */
  int threads = 1;

  Pace pace = Pace.REAL;
  private Instant now = START;

  /** By how much somebody has set the machine's clock. */
  Duration step = Duration.ZERO;

  private EventQueue queue;

  public QueueBench(Store store) {
    this.store = store;
    restart();
  }

  public static QueueBench inMemory() {
    return new QueueBench(Store.open(Optional.empty()));
  }

  /** What is in memory is gone, as after the end of the program. */
  public void restart() {
    if (queue != null) {
      queue.close();
    }
    InstantSource clock =
        new SteadyClock(() -> now.plus(step), () -> Duration.between(START, now).toNanos());
    queue =
        new EventQueue(
            store,
            new EventQueue.Surroundings(
                (function, _) -> terms.getOrDefault(function, PLAIN),
                this::invoke,
                function -> !function.startsWith("no"),
                this::send,
                (function, line) -> log.add(function + " | " + line),
                problems::add),
            pace,
            clock,
            Optional.of(this::run),
            4);
  }

  private void run(Runnable work) {
    if (threads == 0) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    work.run();
  }

  private RequestOutcome invoke(String function, Invocation invocation) {
    attempts.add(
        new Attempt(
            Duration.between(START, now),
            function,
            invocation.requestId(),
            new String(invocation.payload(), UTF_8)));
    return answers.getOrDefault(function, answer).apply(invocation);
  }

  private void send(Notice notice, byte[] body) {
    if (!reachable) {
      throw new IllegalStateException("nobody is there");
    }
    sent.add(new Sent(notice, new String(body, UTF_8)));
  }

  public EventQueue queue() {
    return queue;
  }

  public void accept(String function, String id, String payload) {
    queue.accept(function, new Invocation(id, payload.getBytes(UTF_8)));
  }

  /** All that is due now. */
  public Optional<Instant> settle() {
    Optional<Instant> next;
    do {
      next = queue.dispatch();
    } while (isWoken());
    return next;
  }

  private boolean isWoken() {
    try {
      return queue.await(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** On and on, until nothing is due any more or the time is over. */
  public void runFor(Duration time) {
    Instant end = now.plus(time);
    Optional<Instant> next = settle();
    while (next.isPresent() && !next.get().isAfter(end)) {
      now = next.get();
      next = settle();
    }
    now = end;
  }

  List<Long> secondsOfAttempts() {
    return attempts.stream().map(attempt -> attempt.at().toSeconds()).toList();
  }

  public static AsyncTerms terms(int retries, int ageSeconds, String onSuccess, String onFailure) {
    return new AsyncTerms(
        new EventInvokeConfig(
            retries < 0 ? OptionalInt.empty() : OptionalInt.of(retries),
            ageSeconds < 0 ? OptionalInt.empty() : OptionalInt.of(ageSeconds),
            onSuccess.isEmpty() ? Optional.empty() : Optional.of(onSuccess),
            onFailure.isEmpty() ? Optional.empty() : Optional.of(onFailure)),
        Optional.empty(),
        false);
  }

  public static RequestOutcome succeeded(String payload) {
    return completed(new InvocationOutcome.Success(payload.getBytes(UTF_8)));
  }

  public static RequestOutcome failed(String message) {
    return completed(
        new InvocationOutcome.Failure(
            "Exception", message, ("{\"errorMessage\":\"" + message + "\"}").getBytes(UTF_8)));
  }

  public static RequestOutcome throttled() {
    return new RequestOutcome.Throttled(ThrottleReason.RESERVED_CONCURRENCY);
  }

  private static RequestOutcome completed(InvocationOutcome outcome) {
    return new RequestOutcome.Completed(outcome, Optional.empty(), "$LATEST");
  }

  @Override
  public void close() {
    queue.close();
    store.close();
  }
}

package thaw.trace;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.StepLoop;

/**
 * Passes spans on to a collector, by OTLP over HTTP, in batches. Who has spans for it never waits:
 * what has no room is dropped and counted. A collector that cannot be reached is tried again for a
 * while; that it cannot is said once, until it can be again.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#otlphttp-response">Which answers mean to
 *     try again</a>
 */
final class BatchSender implements AutoCloseable {
  private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);

  private final URI traces;
  private final Map<String, String> headers;
  private final Terms terms;
  private final FirstProblem problems;
  private final HttpClient client;
  private final Thread sender = Thread.ofVirtual().name("otlp").unstarted(this::run);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private boolean ended; // of the sender

  // All guarded by lock.
  private final Deque<ResourceSpans> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private long sent;
  private long dropped;
  private boolean sending;
  private boolean closing;

  /**
   * @param batchBytes of one request, about
   * @param collect so long a batch waits for more
   * @param mostBytes that wait
   * @param tries of one batch
   * @param pause after the first failed try; doubled after each
   * @param answerLimit for the collector
   * @param closePatience for what is left at the end
   */
  record Terms(
      long batchBytes,
      Duration collect,
      long mostBytes,
      int tries,
      Duration pause,
      Duration answerLimit,
      Duration closePatience) {
    static final Terms STANDARD =
        new Terms(
            1024 * 1024,
            Duration.ofMillis(500),
            16L * 1024 * 1024,
            5,
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));
  }

  private BatchSender(URI traces, Map<String, String> headers, Terms terms, FirstProblem problems) {
    this.traces = traces;
    this.headers = headers;
    this.terms = terms;
    this.problems = problems;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(terms.answerLimit())
            .build();
  }

  /**
   * @param endpoint without {@code /v1/traces}
   * @param headers of each request
   * @param problems gets a line when the collector does not take spans
   */
  static BatchSender start(
      URI endpoint, Map<String, String> headers, Terms terms, Consumer<String> problems) {
    String base = endpoint.toString();
    URI traces = URI.create((base.endsWith("/") ? base : base + "/") + "v1/traces");
    BatchSender batchSender = new BatchSender(traces, headers, terms, new FirstProblem(problems));
    batchSender.sender.start();
    return batchSender;
  }

  /** Returns at once. */
  void add(ResourceSpans spans) {
    int bytes = spans.getSerializedSize();
    lock.lock();
    try {
      if (closing || waitingBytes + bytes > terms.mostBytes()) {
        dropped += count(spans);
        return;
      }
      waiting.add(spans);
      waitingBytes += bytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** One that had no room on its way here. */
  void drop() {
    lock.lock();
    try {
      dropped++;
    } finally {
      lock.unlock();
    }
  }

  private static long count(ResourceSpans spans) {
    return spans.getScopeSpansList().stream().mapToLong(scope -> scope.getSpansCount()).sum();
  }

  private void run() {
    new StepLoop("otlp").run(() -> !ended, this::round);
  }

  private void round() throws InterruptedException {
    Batch batch = next();
    if (batch == null) {
      ended = true;
      return;
    }
    boolean taken = false;
    try {
      taken = delivered(batch);
    } finally {
      lock.lock();
      try {
        sending = false;
        if (taken) {
          sent += batch.spans();
        } else {
          dropped += batch.spans();
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private record Batch(byte[] body, long spans) {}

  /** Waits for the next batch and takes it; null when there will be no more. */
  private @Nullable Batch next() throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty()) {
        if (closing) {
          return null;
        }
        changed.await();
      }
      long left = terms.collect().toNanos();
      while (!closing && waitingBytes < terms.batchBytes() && left > 0) {
        left = changed.awaitNanos(left);
      }
      ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
      long bytes = 0;
      long spans = 0;
      while (!waiting.isEmpty() && bytes < terms.batchBytes()) {
        ResourceSpans first = waiting.removeFirst();
        bytes += first.getSerializedSize();
        spans += count(first);
        request.addResourceSpans(first);
      }
      waitingBytes -= bytes;
      Batch batch = new Batch(request.build().toByteArray(), spans);
      sending = true;
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private boolean delivered(Batch batch) throws InterruptedException {
    Duration pause = terms.pause();
    for (int i = 1; ; i++) {
      Attempted attempted = attempt(batch);
      if (attempted.taken()) {
        problems.isOver();
        return true;
      }
      problems.say("spans are not passed on to " + traces + ": " + attempted.problem());
      if (!attempted.again() || i == terms.tries()) {
        return false;
      }
      await(attempted.pause() == null ? pause : attempted.pause());
      pause = pause.multipliedBy(2);
    }
  }

  /** The result of one try; the collector may ask for a {@code pause}. */
  private record Attempted(
      boolean taken, boolean again, String problem, @Nullable Duration pause) {}

  private Attempted attempt(Batch batch) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(traces)
            .timeout(terms.answerLimit())
            .header("Content-Type", "application/x-protobuf")
            .POST(BodyPublishers.ofByteArray(batch.body()));
    headers.forEach(request::header);
    try {
      HttpResponse<Void> response = client.send(request.build(), BodyHandlers.discarding());
      int status = response.statusCode();
      if (status >= 200 && status < 300) {
        return new Attempted(true, false, "", null);
      }
      return new Attempted(
          false, RETRYABLE.contains(status), "it answers " + status, retryAfter(response));
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Attempted(false, true, reason, null);
    }
  }

  private @Nullable Duration retryAfter(HttpResponse<Void> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("\\d{1,3}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(null);
  }

  /** Waits for the pause, but not longer than the program lives. */
  private void await(Duration pause) throws InterruptedException {
    lock.lock();
    try {
      long left = pause.toNanos();
      while (!closing && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Spans that a collector has taken. */
  long sent() {
    lock.lock();
    try {
      return sent;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of bytes that have not been sent yet. */
  long waitingBytes() {
    lock.lock();
    try {
      return waitingBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Spans that no collector will get. */
  long dropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  /** Sends what is left, for a moment. */
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
      long left = terms.closePatience().toNanos();
      while ((sending || !waiting.isEmpty()) && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
      sender.interrupt();
      client.shutdownNow();
    }
  }
}

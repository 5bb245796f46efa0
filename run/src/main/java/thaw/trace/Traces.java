package thaw.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentTimeline;
import thaw.pool.life.InvocationTimeline;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The traces of the last requests: what HTTP handlers and environments tell of them, and the spans
 * that functions send. Bounded: {@value #MOST_REQUESTS} requests, {@value #MOST_SPANS} spans of
 * functions, {@value #MOST_BYTES} bytes of these. Thread-safe.
 */
public final class Traces {
  static final int MOST_REQUESTS = 1_000;
  static final int MOST_SPANS = 50_000;
  static final long MOST_BYTES = 48L * 1024 * 1024;

  private static final Comparator<Span> ORDER =
      Comparator.comparingLong(Span::startEpochNanos)
          .thenComparing(Comparator.comparingLong(Span::endEpochNanos).reversed());

  private final EpochClock clock;
  private final Consumer<String> completed;
  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private final Map<String, HttpTiming> timings = bounded(); // of no function yet
  private final Map<String, TracedRequest> requests = new LinkedHashMap<>();
  private final Map<String, EnvironmentTimeline> environments = new HashMap<>();
  private final Map<String, Long> built = new HashMap<>(); // by function, when it was last
  private final Map<String, Set<String>> requestsOfTrace = new HashMap<>();
  private final FunctionSpans received;

  /** Makes traces whose ends nobody waits for. */
  public Traces() {
    this(_ -> {});
  }

  /**
   * @param completed gets the id of a request when it has ended, of an event's after each attempt;
   *     on the request's thread, so quick
   */
  Traces(Consumer<String> completed) {
    this(completed, MOST_SPANS, MOST_BYTES);
  }

  Traces(Consumer<String> completed, int mostSpans, long mostBytes) {
    this.clock = EpochClock.compared();
    this.completed = completed;
    this.received = new FunctionSpans(mostSpans, mostBytes);
  }

  private static <V> Map<String, V> bounded() {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MOST_REQUESTS;
      }
    };
  }

  /** An HTTP handler has a request; perhaps it becomes an invocation. */
  void arrived(String requestId, HttpTiming http) {
    lock.lock();
    try {
      timings.put(requestId, http);
    } finally {
      lock.unlock();
    }
  }

  /** An HTTP handler has answered. */
  void answered(String requestId, int status, long sentNanos) {
    boolean complete = false;
    lock.lock();
    try {
      TracedRequest request = requests.get(requestId);
      if (request != null && request.hasHttpTiming()) {
        request.answered(status, sentNanos);
        complete = request.isComplete();
      } else {
        timings.computeIfPresent(requestId, (_, before) -> before.answered(status, sentNanos));
      }
    } finally {
      lock.unlock();
    }
    if (complete) {
      completed.accept(requestId);
    }
  }

  /** A function was built, unpacked and checked, for which its requests have waited. */
  void built(String function, long endNanos) {
    lock.lock();
    try {
      built.put(function, endNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Something happened in an environment; those of one come in order. */
  void accept(EnvironmentObservation observation) {
    if (!EnvironmentTimeline.concerns(observation.event().event())) {
      return;
    }
    Optional<String> complete;
    lock.lock();
    try {
      complete = accepted(observation);
    } finally {
      lock.unlock();
    }
    complete.ifPresent(completed);
  }

  /** The request that has ended with it. */
  private Optional<String> accepted(EnvironmentObservation observation) {
    PlatformEvent event = observation.event().event();
    InvocationTimeline invocation = invocation(observation);
    if (invocation == null || !invocation.hasBegun()) {
      return Optional.empty();
    }
    if (event instanceof PlatformEvent.InvocationStart) {
      begin(invocation);
    }
    if (!invocation.hasEnded()) {
      return Optional.empty();
    }
    String requestId = invocation.start().requestId();
    TracedRequest request = requests.get(requestId);
    return request != null && request.isComplete() ? Optional.of(requestId) : Optional.empty();
  }

  private @Nullable InvocationTimeline invocation(EnvironmentObservation observation) {
    PlatformEvent event = observation.event().event();
    String environment = observation.environment();
    EnvironmentTimeline timeline = environments.get(environment);
    if (timeline == null) {
      if (!EnvironmentTimeline.begins(event)) {
        return null;
      }
      timeline = new EnvironmentTimeline();
      environments.put(environment, timeline);
    }
    if (event instanceof PlatformEvent.Ended) {
      environments.remove(environment);
    }
    return timeline.accept(observation);
  }

  private void begin(InvocationTimeline invocation) {
    RequestAttempt attempt = RequestAttempt.of(invocation);
    TracedRequest request = request(attempt.requestId());
    HttpTiming http = request.hasHttpTiming() ? null : timings.remove(attempt.requestId());
    request.begin(attempt, http, built.get(attempt.function()));
    attempt.told().ifPresent(told -> link(request, told.traceId()));
    forgetEldest();
  }

  private TracedRequest request(String id) {
    return requests.computeIfAbsent(id, TracedRequest::new);
  }

  private void link(TracedRequest request, String traceId) {
    if (request.link(traceId)) {
      requestsOfTrace.computeIfAbsent(traceId, _ -> new LinkedHashSet<>()).add(request.id());
    }
  }

  private void forgetEldest() {
    if (requests.size() <= MOST_REQUESTS) {
      return;
    }
    TracedRequest eldest = requests.values().iterator().next();
    requests.remove(eldest.id());
    for (String traceId : eldest.traceIds()) {
      requestsOfTrace.computeIfPresent(
          traceId,
          (_, ids) -> {
            ids.remove(eldest.id());
            return ids.isEmpty() ? null : ids;
          });
    }
  }

  /** Spans that a function sent. */
  void received(List<Received> spans) {
    lock.lock();
    try {
      for (Received each : spans) {
        received.add(each);
        each.invocationId().ifPresent(id -> linkIfKnown(id, each.span().traceId()));
        if (each.invocationId().isEmpty() && each.span().parent().isEmpty()) {
          runningAlone(each).ifPresent(id -> linkIfKnown(id, each.span().traceId()));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void linkIfKnown(String requestId, String traceId) {
    TracedRequest request = requests.get(requestId);
    if (request != null) {
      link(request, traceId);
    }
  }

  /** The request that runs in the only environment that the span can be from. */
  private Optional<String> runningAlone(Received span) {
    if (span.service().isEmpty() || requestsOfTrace.containsKey(span.span().traceId())) {
      return Optional.empty();
    }
    List<String> running =
        environments.values().stream()
            .flatMap(environment -> environment.running().stream())
            .filter(invocation -> invocation.function().equals(span.service().get()))
            .map(invocation -> invocation.start().requestId())
            .toList();
    return running.size() == 1 ? Optional.of(running.getFirst()) : Optional.empty();
  }

  /** The function whose requests have a trace, if it is known. */
  Optional<String> functionOf(String traceId) {
    lock.lock();
    try {
      return requestsOfTrace.getOrDefault(traceId, Set.of()).stream()
          .map(requests::get)
          .map(request -> request.attempts().getFirst().function())
          .findFirst();
    } finally {
      lock.unlock();
    }
  }

  /** A function's request that has called something. */
  public record Caller(String function, String requestId) {}

  /**
   * Returns the newest request that has a trace.
   *
   * @param root as X-Ray spells a trace's id
   */
  public Optional<Caller> caller(String root) {
    lock.lock();
    try {
      return TraceHeader.traceId(root)
          .map(id -> requestsOfTrace.getOrDefault(id, Set.of()))
          .flatMap(ids -> ids.stream().reduce((_, newer) -> newer))
          .map(requests::get)
          .map(request -> new Caller(request.attempts().getFirst().function(), request.id()));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the trace of a request; empty when nothing is known of it, or it was too long ago. */
  public Optional<Trace> ofRequest(String requestId) {
    lock.lock();
    try {
      return Optional.ofNullable(requests.get(requestId)).flatMap(this::trace);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the ids of the requests that are known, the newest first. */
  List<String> requestIds() {
    lock.lock();
    try {
      return List.copyOf(requests.keySet()).reversed();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Trace> trace(TracedRequest traced) {
    return traced
        .request()
        .map(request -> {
          List<Span> platform = PlatformSpans.of(request, clock, System.nanoTime());
          List<Span> spans = new ArrayList<>(platform);
          spans.addAll(
              new SpanCorrelation(request, platform).of(candidates(traced), others(traced)));
          spans.sort(ORDER);
          return new Trace(traced.id(), request.traceId(), spans);
        });
  }

  private Collection<Received> candidates(TracedRequest request) {
    return request.traceIds().stream().flatMap(id -> received.ofTrace(id).stream()).toList();
  }

  /**
   * Returns the spans that the functions of other requests in the same traces were told to
   * continue.
   */
  private Set<String> others(TracedRequest request) {
    Set<String> told = new HashSet<>();
    for (String traceId : request.traceIds()) {
      for (String id : requestsOfTrace.getOrDefault(traceId, Set.of())) {
        TracedRequest other = requests.get(id);
        if (other != null && other != request) {
          other
              .attempts()
              .forEach(attempt -> attempt.told().flatMap(TraceHeader::parent).ifPresent(told::add));
        }
      }
    }
    return told;
  }

  /** The platform's spans of a request, each the first time only. */
  List<Span> newOfPlatform(String requestId) {
    lock.lock();
    try {
      TracedRequest request = requests.get(requestId);
      return request == null ? List.of() : request.newOfPlatform(clock);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the numbers of requests and of functions' spans that are kept, and of spans that were
   * forgotten for want of room.
   */
  Counts counts() {
    lock.lock();
    try {
      return new Counts(requests.size(), received.size(), received.bytes(), received.forgotten());
    } finally {
      lock.unlock();
    }
  }

  /** The numbers that {@link Traces#counts} returns, for tests. */
  record Counts(int requests, int spans, long bytes, long forgotten) {}
}

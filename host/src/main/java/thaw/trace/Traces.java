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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.log.PlatformEvent;
import thaw.platform.pool.Observation;

/**
 * The traces of the last requests: what doors and environments tell of them, and the spans that
 * functions send. Bounded: {@value #MOST_REQUESTS} requests, {@value #MOST_SPANS} spans of
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
  private final Map<String, Visit> visits = bounded(); // of no function yet
  private final Map<String, Entry> requests = new LinkedHashMap<>();
  private final Map<String, Attempt> open = new HashMap<>(); // by environment
  private final Map<String, Long> built = new HashMap<>(); // by function, when it was last
  private final Map<String, Set<String>> requestsOfTrace = new HashMap<>();
  private final FunctionSpans received;

  /** A request, in the making. */
  private static final class Entry {
    private @Nullable Visit visit;
    private OptionalLong builtNanos = OptionalLong.empty();
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Span> added = new ArrayList<>();
    private final Set<String> traceIds = new LinkedHashSet<>();
    private final Set<String> passedOn = new HashSet<>(); // ids of spans

    /** No answer is on its way, and no attempt runs. */
    boolean isComplete() {
      if (visit != null && visit.sentNanos().isEmpty() || attempts.isEmpty()) {
        return false;
      }
      for (Attempt attempt : attempts) { // mostly one, and asked of each request
        if (!attempt.ended()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Whose ends nobody waits for. */
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

  /** A door has a request; perhaps it becomes an invocation. */
  void arrived(String requestId, Visit visit) {
    lock.lock();
    try {
      visits.put(requestId, visit);
    } finally {
      lock.unlock();
    }
  }

  /** A door has answered. */
  void answered(String requestId, int status, long sentNanos) {
    boolean complete = false;
    lock.lock();
    try {
      Entry entry = requests.get(requestId);
      if (entry != null && entry.visit != null) {
        entry.visit = entry.visit.answered(status, sentNanos);
        complete = entry.isComplete();
      } else {
        visits.computeIfPresent(requestId, (_, before) -> before.answered(status, sentNanos));
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
  public void accept(Observation observation) {
    if (!isBorder(observation.event().event())) {
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

  private static boolean isBorder(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InitStart _,
          PlatformEvent.InitReport _,
          PlatformEvent.RestoreStart _,
          PlatformEvent.RestoreReport _,
          PlatformEvent.InvocationStart _,
          PlatformEvent.InvocationRuntimeDone _,
          PlatformEvent.InvocationReport _,
          PlatformEvent.Thawed _,
          PlatformEvent.Ended _ ->
          true;
      default -> false;
    };
  }

  /** The request that has ended with it. */
  private Optional<String> accepted(Observation observation) {
    PlatformEvent event = observation.event().event();
    String environment = observation.environment();
    Attempt attempt = open.get(environment);
    if (attempt != null
        && attempt.requestId().isPresent()
        && event instanceof PlatformEvent.InvocationStart) {
      attempt.cutOff(observation.event().nanos()); // its report was lost
      attempt = null;
    }
    if (attempt == null) {
      if (!begins(event)) {
        return Optional.empty();
      }
      attempt = new Attempt(observation);
      open.put(environment, attempt);
    }
    attempt.add(observation.event());
    if (event instanceof PlatformEvent.InvocationStart start) {
      begin(start.requestId(), attempt);
    }
    if (!attempt.ended()) {
      return Optional.empty();
    }
    open.remove(environment);
    return attempt
        .requestId()
        .filter(id -> {
          Entry entry = requests.get(id);
          return entry != null && entry.isComplete();
        });
  }

  /** What is started ahead of requests is of none. */
  private static boolean begins(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InitStart start -> start.initializationType().equals("on-demand");
      case PlatformEvent.RestoreStart _, PlatformEvent.InvocationStart _ -> true;
      default -> false;
    };
  }

  private void begin(String requestId, Attempt attempt) {
    Entry entry = requests.computeIfAbsent(requestId, _ -> new Entry());
    entry.attempts.add(attempt);
    if (entry.visit == null) {
      entry.visit = visits.remove(requestId);
    }
    Long ready = built.get(attempt.function());
    if (ready != null && entry.visit != null && ready > entry.visit.arrivedNanos()) {
      entry.builtNanos = OptionalLong.of(ready);
    }
    attempt.told().ifPresent(told -> link(requestId, entry, told.traceId()));
    if (requests.size() > MOST_REQUESTS) {
      forget(requests.entrySet().iterator().next());
    }
  }

  private void link(String requestId, Entry entry, String traceId) {
    if (entry.traceIds.add(traceId)) {
      requestsOfTrace.computeIfAbsent(traceId, _ -> new LinkedHashSet<>()).add(requestId);
    }
  }

  private void forget(Map.Entry<String, Entry> eldest) {
    requests.remove(eldest.getKey());
    for (String traceId : eldest.getValue().traceIds) {
      requestsOfTrace.computeIfPresent(
          traceId,
          (_, ids) -> {
            ids.remove(eldest.getKey());
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
    Entry entry = requests.get(requestId);
    if (entry != null) {
      link(requestId, entry, traceId);
    }
  }

  /** The request that runs in the only environment that the span can be from. */
  private Optional<String> runningAlone(Received span) {
    if (span.service().isEmpty() || requestsOfTrace.containsKey(span.span().traceId())) {
      return Optional.empty();
    }
    List<String> running =
        open.values().stream()
            .filter(attempt -> attempt.function().equals(span.service().get()))
            .flatMap(attempt -> attempt.requestId().stream())
            .toList();
    return running.size() == 1 ? Optional.of(running.getFirst()) : Optional.empty();
  }

  /** The function whose requests have a trace, if it is known. */
  Optional<String> functionOf(String traceId) {
    lock.lock();
    try {
      return requestsOfTrace.getOrDefault(traceId, Set.of()).stream()
          .map(requests::get)
          .map(entry -> entry.attempts.getFirst().function())
          .findFirst();
    } finally {
      lock.unlock();
    }
  }

  /** A span of a request, from elsewhere. */
  public void add(String requestId, Span span) {
    lock.lock();
    try {
      requests.computeIfAbsent(requestId, _ -> new Entry()).added.add(span);
      if (requests.size() > MOST_REQUESTS) {
        forget(requests.entrySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Empty when nothing is known of it, or it was too long ago. */
  public Optional<Trace> ofRequest(String requestId) {
    lock.lock();
    try {
      return Optional.ofNullable(requests.get(requestId)).map(entry -> trace(requestId, entry));
    } finally {
      lock.unlock();
    }
  }

  /** Of the requests that are known, the newest first. */
  public List<String> requestIds() {
    lock.lock();
    try {
      return List.copyOf(requests.keySet()).reversed();
    } finally {
      lock.unlock();
    }
  }

  private Trace trace(String requestId, Entry entry) {
    List<Span> spans = new ArrayList<>();
    String traceId;
    Optional<Request> request = request(requestId, entry);
    if (request.isPresent()) {
      List<Span> platform = PlatformSpans.of(request.get(), clock, System.nanoTime());
      spans.addAll(platform);
      spans.addAll(
          new Adoption(request.get(), platform).of(candidates(entry), others(requestId, entry)));
      traceId = request.get().traceId();
    } else {
      traceId = entry.added.getFirst().traceId();
    }
    spans.addAll(entry.added);
    spans.sort(ORDER);
    return new Trace(requestId, traceId, spans);
  }

  private Optional<Request> request(String requestId, Entry entry) {
    return entry.attempts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Request(
                requestId, Optional.ofNullable(entry.visit), entry.builtNanos, entry.attempts));
  }

  private Collection<Received> candidates(Entry entry) {
    return entry.traceIds.stream().flatMap(id -> received.ofTrace(id).stream()).toList();
  }

  /** What the functions of other requests in the same traces were told. */
  private Set<String> others(String requestId, Entry entry) {
    Set<String> told = new HashSet<>();
    for (String traceId : entry.traceIds) {
      for (String other : requestsOfTrace.getOrDefault(traceId, Set.of())) {
        Entry its = requests.get(other);
        if (its != null && !other.equals(requestId)) {
          its.attempts.forEach(
              attempt -> attempt.told().flatMap(TraceHeader::parent).ifPresent(told::add));
        }
      }
    }
    return told;
  }

  /** The platform's spans of a request, each the first time only. */
  List<Span> newOfPlatform(String requestId) {
    lock.lock();
    try {
      Entry entry = requests.get(requestId);
      if (entry == null) {
        return List.of();
      }
      return request(requestId, entry).stream()
          .flatMap(request -> PlatformSpans.of(request, clock, System.nanoTime()).stream())
          .filter(span -> entry.passedOn.add(span.id()))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  boolean hasSpans(String traceId) {
    lock.lock();
    try {
      return !received.ofTrace(traceId).isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** How many spans of functions are kept, and how many were forgotten for want of room. */
  Counts counts() {
    lock.lock();
    try {
      return new Counts(requests.size(), received.size(), received.bytes(), received.forgotten());
    } finally {
      lock.unlock();
    }
  }

  /** For tests. */
  record Counts(int requests, int spans, long bytes, long forgotten) {}
}

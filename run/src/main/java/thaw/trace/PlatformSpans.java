package thaw.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request's time as the platform saw it: a tree whose spans are tiled by their parts, so that
 * each moment has a name. Names are those that X-Ray shows for Lambda, where it has one; what is
 * Thaw's alone is in small letters.
 *
 * <pre>
 * POST /2015-03-31/functions/F/invocations     from the request's arrival to the last event
 *   AWS::Lambda
 *     building the function                    the first time
 *     preparing an environment                 or: finding an environment, Dwell Time
 *     AWS::Lambda::Function                    once for each attempt
 *       Initialization, or Restore
 *       event on its way
 *       thaw
 *       Invocation                             the handler; what the function records is in here
 *       Overhead                               until the runtime asks for the next event
 *         response
 *         next event asked for
 *       report
 *   response                                   when it was sent after the report only
 * </pre>
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html">Lambda's segments
 *     and subsegments</a>
 */
final class PlatformSpans {
  private final RequestFacts request;
  private final EpochClock clock;
  private final long nowNanos;
  private final String traceId;
  private final List<Span> spans = new ArrayList<>();

  private PlatformSpans(RequestFacts request, EpochClock clock, long nowNanos) {
    this.request = request;
    this.clock = clock;
    this.nowNanos = nowNanos;
    this.traceId = request.traceId();
  }

  /**
   * @param request has an attempt
   * @param nowNanos where what has not ended yet is cut off
   * @return parents before their parts
   */
  static List<Span> of(RequestFacts request, EpochClock clock, long nowNanos) {
    PlatformSpans platform = new PlatformSpans(request, clock, nowNanos);
    platform.addRequest();
    return platform.spans;
  }

  /** The span of the handler in an attempt: the parent of what the function records. */
  static String handlerId(RequestFacts request, int attempt) {
    Optional<String> told = request.attempts().get(attempt).told().flatMap(TraceHeader::parent);
    Optional<String> callers =
        request.http().flatMap(HttpTiming::trace).flatMap(TraceHeader::parent);
    // An id of the caller's own is not ours to give.
    return told.filter(id -> !told.equals(callers) && isFirstWith(request, attempt, id))
        .orElseGet(() -> TraceHeader.spanId(request.id(), attempt + "/Invocation"));
  }

  private static boolean isFirstWith(RequestFacts request, int attempt, String id) {
    return request.attempts().subList(0, attempt).stream()
        .noneMatch(before -> before.told().flatMap(TraceHeader::parent).equals(Optional.of(id)));
  }

  private void addRequest() {
    List<RequestAttempt> attempts = request.attempts();
    RequestAttempt first = attempts.getFirst();
    Optional<HttpTiming> http = request.http();
    long begin = Math.min(request.beginNanos(), first.firstNanos());
    long lambdaEnd = attempts.stream().mapToLong(this::end).reduce(begin, Math::max);
    long sent = sentNanos().orElse(begin);
    boolean failed = attempts.getLast().failed();
    Map<String, String> facts = new TreeMap<>();
    facts.put("faas.name", first.function());
    facts.put("faas.invocation_id", request.id());
    http.ifPresent(timing -> {
      facts.put("http.request.method", timing.method());
      facts.put("url.path", timing.path());
      timing.status().ifPresent(status -> facts.put("http.response.status_code", "" + status));
    });
    String root =
        add(
            http.flatMap(HttpTiming::trace).flatMap(TraceHeader::parent),
            "request",
            http.map(timing -> timing.method() + " " + timing.path())
                .orElse("event for " + first.function()),
            begin,
            Math.max(lambdaEnd, sent),
            failed,
            facts);
    String lambda =
        add(
            Optional.of(root),
            "AWS::Lambda",
            "AWS::Lambda",
            begin,
            lambdaEnd,
            failed,
            Map.of("aws.xray.origin", "AWS::Lambda", "faas.name", first.function()));
    addAttempts(lambda, begin);
    if (sent > lambdaEnd) {
      add(Optional.of(root), "response", "response", lambdaEnd, sent, false, Map.of());
    }
  }

  private Optional<Long> sentNanos() {
    return request
        .http()
        .flatMap(timing ->
            timing.sentNanos().isPresent()
                ? Optional.of(timing.sentNanos().getAsLong())
                : Optional.empty());
  }

  private boolean isQueued() {
    return request.http().map(HttpTiming::queued).orElse(false);
  }

  private void addAttempts(String lambda, long begin) {
    long cursor = begin;
    for (int i = 0; i < request.attempts().size(); i++) {
      RequestAttempt attempt = request.attempts().get(i);
      long from = Math.max(cursor, attempt.firstNanos());
      long built = i == 0 ? Math.clamp(request.builtNanos().orElse(cursor), cursor, from) : cursor;
      if (built > cursor) {
        String name = "building the function";
        add(Optional.of(lambda), name, name, cursor, built, false, Map.of());
        cursor = built;
      }
      if (from > cursor) {
        add(Optional.of(lambda), i + "/before", before(i), cursor, from, false, Map.of());
      }
      cursor = Math.max(from, end(attempt));
      addAttempt(lambda, i, from, cursor);
    }
  }

  private String before(int attempt) {
    if (attempt > 0) {
      return "waiting for the next attempt";
    }
    if (isQueued()) {
      return "Dwell Time"; // in the queue of events
    }
    RequestAttempt first = request.attempts().getFirst();
    return first.cold() ? "preparing an environment" : "finding an environment";
  }

  private void addAttempt(String lambda, int index, long from, long to) {
    RequestAttempt attempt = request.attempts().get(index);
    Map<String, String> facts = new TreeMap<>(attempt.facts());
    facts.put("aws.xray.origin", "AWS::Lambda::Function");
    facts.put("faas.name", attempt.function());
    facts.put("faas.version", attempt.version());
    facts.put("faas.coldstart", Boolean.toString(attempt.cold()));
    facts.put("faas.instance", attempt.environment());
    if (!attempt.ended()) {
      facts.put("thaw.state", "in progress");
    }
    String function =
        add(
            Optional.of(lambda),
            index + "/AWS::Lambda::Function",
            "AWS::Lambda::Function",
            from,
            to,
            attempt.failed(),
            facts);
    List<Piece> pieces = pieces(attempt, from, to);
    for (int i = 0; i < pieces.size(); i++) {
      addPiece(function, index, i, pieces.get(i), pieces);
    }
  }

  /** A part of an attempt; each part begins where the one before ends. */
  private record Piece(String name, long from, long to) {
    boolean isHandler() {
      return name.equals("Invocation");
    }
  }

  private List<Piece> pieces(RequestAttempt attempt, long from, long to) {
    List<RequestAttempt.Mark> marks = new ArrayList<>(attempt.marks());
    marks.add(new RequestAttempt.Mark(RequestAttempt.Kind.END, end(attempt)));
    List<Piece> pieces = new ArrayList<>();
    boolean started = false;
    for (int i = 0; i + 1 < marks.size(); i++) {
      RequestAttempt.Mark mark = marks.get(i);
      RequestAttempt.Mark next = marks.get(i + 1);
      started |= mark.kind() == RequestAttempt.Kind.START;
      String name = name(mark.kind(), next.kind(), started);
      long begin = pieces.isEmpty() ? from : pieces.getLast().to();
      long end = Math.clamp(next.nanos(), begin, to);
      if (!pieces.isEmpty() && pieces.getLast().name().equals(name)) {
        pieces.set(pieces.size() - 1, new Piece(name, pieces.getLast().from(), end));
      } else if (end > begin || name.equals("Invocation")) {
        pieces.add(new Piece(name, begin, end));
      }
    }
    return pieces;
  }

  private void addPiece(String function, int attempt, int index, Piece piece, List<Piece> all) {
    Optional<String> parent = Optional.of(function);
    boolean last = all.subList(index + 1, all.size()).stream().noneMatch(Piece::isHandler);
    if (piece.isHandler() && last) {
      boolean failed = request.attempts().get(attempt).failed();
      String id = handlerId(request, attempt);
      spans.add(span(id, parent, piece.name(), piece.from(), piece.to(), failed, Map.of()));
      return;
    }
    String key = attempt + "/" + index + "/" + piece.name();
    String id = add(parent, key, piece.name(), piece.from(), piece.to(), false, Map.of());
    if (piece.name().equals("Overhead")) {
      addOverhead(id, piece.from(), piece.to());
    }
  }

  private long end(RequestAttempt attempt) {
    return attempt.ended() ? attempt.lastNanos() : Math.max(attempt.lastNanos(), nowNanos);
  }

  private void addOverhead(String overhead, long from, long to) {
    long sent = Math.clamp(isQueued() ? from : sentNanos().orElse(from), from, to);
    Optional<String> parent = Optional.of(overhead);
    if (sent > from) {
      add(parent, overhead + "/response", "response", from, sent, false, Map.of());
    }
    if (sent < to) {
      add(parent, overhead + "/next", "next event asked for", sent, to, false, Map.of());
    }
  }

  /** Returns a name for the time between two marks. */
  private static String name(RequestAttempt.Kind from, RequestAttempt.Kind to, boolean started) {
    return switch (from) {
      case INIT -> "Initialization";
      case RESTORE -> "Restore";
      case THAWED -> "Invocation";
      case RESPONDED -> "Overhead";
      case READY, END -> "report";
      case PREPARED, START ->
          switch (to) {
            case THAWED -> "thaw";
            case RESPONDED, READY, END -> started ? "Invocation" : "event on its way";
            case INIT, RESTORE, PREPARED, START -> "event on its way";
          };
    };
  }

  private String add(
      Optional<String> parent,
      String key,
      String name,
      long from,
      long to,
      boolean error,
      Map<String, String> attributes) {
    String id = TraceHeader.spanId(request.id(), key);
    spans.add(span(id, parent, name, from, to, error, attributes));
    return id;
  }

  private Span span(
      String id,
      Optional<String> parent,
      String name,
      long from,
      long to,
      boolean error,
      Map<String, String> attributes) {
    return new Span(
        traceId,
        id,
        parent,
        name,
        Span.Origin.PLATFORM,
        clock.epochNanos(from),
        clock.epochNanos(to),
        error,
        attributes);
  }
}

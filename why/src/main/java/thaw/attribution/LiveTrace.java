package thaw.attribution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.runtimeapi.log.Initialization;

/** Follows the timelines of a platform's environments, and keeps the requests that it has seen. */
public final class LiveTrace {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String AHEAD = "init"; // the phase; a repeated init is in that of a request
  private static final String ON_DEMAND = Initialization.ON_DEMAND.lambdaName();

  private final Map<String, List<Event>> environments = new HashMap<>();
  private final List<LiveRequest> requests = new ArrayList<>();

  /**
   * An event of an environment.
   *
   * @param environment name of its log stream
   * @param nanos on the platform's monotonic clock
   * @param type as in the file of events: {@code platform.start}
   * @param requestId empty where the event is of no request
   * @param status empty where the event has none
   * @param initializationType of an event of an init phase: {@code on-demand}; otherwise empty
   * @param phase of such an event: {@code init}, or {@code invoke} when a request waited for it
   * @param latencyMillis from the request's start until the response began, of the event that tells
   *     its end: {@code platform.runtimeDone}, or {@code platform.report} on managed instances;
   *     otherwise 0
   */
  public record Event(
      Instant time,
      long nanos,
      String function,
      String environment,
      String type,
      String requestId,
      String status,
      String initializationType,
      String phase,
      double latencyMillis) {
    /** Its environment was started ahead of requests, and for none of them. */
    private boolean isAhead() {
      return phase.equals(AHEAD)
          && !initializationType.isEmpty()
          && !initializationType.equals(ON_DEMAND);
    }

    private boolean isBegin() {
      return type.equals("platform.initStart") || type.equals("platform.restoreStart");
    }

    private boolean isOf(String request) {
      return requestId.isEmpty() || requestId.equals(request);
    }

    /** Lines of output say nothing of time. */
    private boolean isBorder() {
      return switch (type) {
        case "platform.initStart",
            "platform.initRuntimeDone",
            "platform.restoreStart",
            "platform.restoreRuntimeDone",
            "platform.start",
            "platform.runtimeDone",
            "platform.report",
            "thaw.thawed" ->
            true;
        default -> false;
      };
    }
  }

  /** Adds the next event, in the order of the file. */
  public void add(Event event) {
    if (!event.isBorder() || event.isAhead()) {
      return;
    }
    List<Event> own = environments.computeIfAbsent(event.environment(), key -> new ArrayList<>());
    own.add(event);
    if (event.type().equals("platform.report")) {
      List<Event> its = own.stream().filter(each -> each.isOf(event.requestId())).toList();
      requests.add(request(its));
      own.removeAll(its); // others may run there at the same time
    }
  }

  /** Returns the number of requests that have ended. */
  public int requests() {
    return requests.size();
  }

  /** The one that took longest, of one function where one is named. */
  public Optional<LiveRequest> slowest(Optional<String> function) {
    return requests.stream()
        .filter(request -> function.map(request.function()::equals).orElse(true))
        .max(Comparator.comparingDouble(LiveRequest::millis));
  }

  private static LiveRequest request(List<Event> events) {
    Event first = events.getFirst();
    Event last = events.getLast();
    List<Explanation.Span> spans = new ArrayList<>();
    for (int i = 0; i + 1 < events.size(); i++) {
      addSpans(events, i, spans);
    }
    return new LiveRequest(
        last.function(),
        last.requestId(),
        last.environment(),
        first.time(),
        first.isBegin(),
        last.status(),
        spans);
  }

  private static void addSpans(List<Event> events, int index, List<Explanation.Span> spans) {
    Event from = events.get(index);
    Event to = events.get(index + 1);
    double start = millis(events.getFirst(), from);
    double length = millis(from, to);
    if (to.latencyMillis() == 0) {
      spans.add(new Explanation.Span("request", name(from, to), start, length));
      return;
    }
    double response =
        events.stream()
            .filter(event -> event.type().equals("platform.start"))
            .findFirst()
            .map(event -> to.latencyMillis() - millis(event, from))
            .orElse(length);
    double handler = Math.clamp(response, 0, length);
    spans.add(new Explanation.Span("request", "handler", start, handler));
    spans.add(
        new Explanation.Span(
            "request", "response sent, next event asked for", start + handler, length - handler));
  }

  private static double millis(Event from, Event to) {
    return (to.nanos() - from.nanos()) / NANOS_PER_MILLI;
  }

  /** Returns a name for the time between two events. */
  private static String name(Event from, Event to) {
    return switch (from.type()) {
      case "platform.initStart" -> "init";
      case "platform.restoreStart" -> "restore";
      case "platform.initRuntimeDone", "platform.restoreRuntimeDone" ->
          "environment ready, event on its way";
      case "platform.start" -> to.type().equals("thaw.thawed") ? "thaw" : "handler";
      case "thaw.thawed" -> "handler";
      default -> "report";
    };
  }
}

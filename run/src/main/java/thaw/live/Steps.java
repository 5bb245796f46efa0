package thaw.live;

import java.util.ArrayList;
import java.util.List;
import thaw.pool.life.InvocationTimeline;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The parts of a request's time, cut at the events of its environment. The parts follow each other
 * without a gap, so that together they are the whole.
 *
 * @param events from the request's beginning to its REPORT; at least two
 * @param startNanos when the function had the event
 */
record Steps(
    List<PlatformEvent.Stamped> events, long startNanos, PlatformEvent.InvocationReport report) {
  private static final String PLATFORM = "platform";
  private static final String FUNCTION = "function";

  static final String INIT = "init";
  static final String AGAIN = "process started again";
  static final String RESTORE = "restore";
  static final String EVENT = "event on its way";
  static final String THAW = "thaw";
  static final String HANDLER = "handler";
  static final String RESPONSE = "response";

  /** The end of an init or a restore is no border: the runtime was done just before it. */
  static Steps of(InvocationTimeline invocation, PlatformEvent.InvocationReport report) {
    return new Steps(
        invocation.awaitedEvents().stream()
            .filter(event ->
                !(event.event() instanceof PlatformEvent.InitReport
                    || event.event() instanceof PlatformEvent.RestoreReport))
            .toList(),
        invocation.startNanos(),
        report);
  }

  private long beginNanos() {
    return events.getFirst().nanos();
  }

  /**
   * Returns the time until the function was done, which is before the platform has written its
   * REPORT.
   */
  long totalNanos() {
    long done = startNanos + report.duration().toNanos() - beginNanos();
    return Math.max(0, Math.min(done, events.getLast().nanos() - beginNanos()));
  }

  long responseBytes() {
    return events.stream()
        .mapToLong(event ->
            event.event() instanceof PlatformEvent.InvocationRuntimeDone done
                ? done.producedBytes()
                : 0)
        .sum();
  }

  /** The whole first, then its parts in order. */
  List<RequestLife.Step> all() {
    boolean failed = report.status() != PlatformEvent.Status.SUCCESS;
    List<RequestLife.Step> steps = new ArrayList<>();
    long whole = events.getLast().nanos() - beginNanos();
    steps.add(new RequestLife.Step("request", PLATFORM, 0, whole, 0, failed));
    for (int i = 0; i + 1 < events.size(); i++) {
      PlatformEvent.Stamped from = events.get(i);
      PlatformEvent.Stamped to = events.get(i + 1);
      if (to.event() instanceof PlatformEvent.InvocationRuntimeDone done) {
        addHandler(from.nanos(), to.nanos(), done, steps);
      } else {
        boolean broken =
            to.event() instanceof PlatformEvent.InitRuntimeDone done
                && done.status() != PlatformEvent.Status.SUCCESS;
        add(name(from.event(), to.event()), PLATFORM, from.nanos(), to.nanos(), broken, steps);
      }
    }
    return steps;
  }

  /** The runtime tells when its response began and ended; both are since the invocation's start. */
  private void addHandler(
      long fromNanos,
      long toNanos,
      PlatformEvent.InvocationRuntimeDone done,
      List<RequestLife.Step> steps) {
    boolean failed = done.status() != PlatformEvent.Status.SUCCESS;
    long ended = within(startNanos + done.duration().toNanos(), fromNanos, toNanos);
    if (done.responseLatency().isEmpty()) {
      add(HANDLER, FUNCTION, fromNanos, ended, failed, steps);
      add("log written", PLATFORM, ended, toNanos, false, steps);
      return;
    }
    long first = within(InvocationTimeline.firstByteNanos(startNanos, done), fromNanos, ended);
    long responded = within(InvocationTimeline.respondedNanos(startNanos, done), first, ended);
    add(HANDLER, FUNCTION, fromNanos, first, failed, steps);
    add(RESPONSE, FUNCTION, first, responded, false, steps);
    add("next event asked for", FUNCTION, responded, ended, false, steps);
    add("log written", PLATFORM, ended, toNanos, false, steps);
  }

  private static long within(long nanos, long from, long to) {
    return Math.min(Math.max(nanos, from), to);
  }

  private void add(
      String name,
      String origin,
      long fromNanos,
      long toNanos,
      boolean failed,
      List<RequestLife.Step> steps) {
    if (toNanos > fromNanos) {
      steps.add(
          new RequestLife.Step(
              name, origin, fromNanos - beginNanos(), toNanos - fromNanos, 1, failed));
    }
  }

  /** Returns a name for the time between two events. */
  private static String name(PlatformEvent from, PlatformEvent to) {
    return switch (from) {
      case PlatformEvent.InitStart _ -> INIT;
      case PlatformEvent.RestoreStart _ -> RESTORE;
      case PlatformEvent.InitRuntimeDone _, PlatformEvent.RestoreRuntimeDone _ -> EVENT;
      case PlatformEvent.InvocationStart _ when to instanceof PlatformEvent.Thawed -> THAW;
      case PlatformEvent.InvocationStart _ when to instanceof PlatformEvent.InitStart -> AGAIN;
      case PlatformEvent.InvocationRuntimeDone _ -> "report";
      default -> HANDLER;
    };
  }
}

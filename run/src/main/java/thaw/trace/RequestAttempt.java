package thaw.trace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.pool.life.InvocationTimeline;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * One time that an environment had a request, from the environment's start where that was made for
 * it to the report, as marks on the platform's clock. Guarded by the lock of {@link Traces}.
 *
 * @param told the trace that the function was told to continue
 */
record RequestAttempt(InvocationTimeline invocation, Optional<TraceHeader> told) {
  /** Durations are in thousandths of that. */
  private static final long NANOS_PER_MICRO = 1000;

  /** The kind of a mark, by what begins at it or is reached with it. */
  enum Kind {
    INIT,
    RESTORE,
    PREPARED,
    START,
    THAWED,
    RESPONDED,
    READY,
    END
  }

  record Mark(Kind kind, long nanos) {}

  /**
   * @param invocation has begun
   */
  static RequestAttempt of(InvocationTimeline invocation) {
    return new RequestAttempt(invocation, TraceHeader.of(invocation.start().traceId()));
  }

  String function() {
    return invocation.function();
  }

  String version() {
    return invocation.version();
  }

  String environment() {
    return invocation.environment();
  }

  String requestId() {
    return invocation.start().requestId();
  }

  /** Returns the marks in order; the time of none is before that of the one before it. */
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>(8);
    for (PlatformEvent.Stamped stamped : invocation.events()) {
      long nanos = stamped.nanos();
      switch (stamped.event()) {
        case PlatformEvent.InitStart _ -> mark(Kind.INIT, nanos, marks);
        case PlatformEvent.RestoreStart _ -> mark(Kind.RESTORE, nanos, marks);
        case PlatformEvent.InitReport _, PlatformEvent.RestoreReport _ ->
            mark(Kind.PREPARED, nanos, marks);
        case PlatformEvent.InvocationStart _ -> mark(Kind.START, nanos, marks);
        case PlatformEvent.Thawed _ -> mark(Kind.THAWED, nanos, marks);
        case PlatformEvent.InvocationRuntimeDone done -> done(done, nanos, marks);
        default -> {}
      }
    }
    if (ended()) {
      mark(Kind.END, invocation.endNanos(), marks);
    }
    return marks;
  }

  private static void mark(Kind kind, long nanos, List<Mark> marks) {
    long last = marks.isEmpty() ? nanos : marks.getLast().nanos();
    marks.add(new Mark(kind, Math.max(last, nanos)));
  }

  /** Its event comes when all is written; when the runtime was ready, its duration tells. */
  private void done(PlatformEvent.InvocationRuntimeDone done, long nanos, List<Mark> marks) {
    long start = invocation.startNanos();
    long ready = Math.min(nanos, start + done.duration().toNanos());
    if (done.responseLatency().isPresent()) {
      long responded = InvocationTimeline.respondedNanos(start, done);
      mark(Kind.RESPONDED, Math.min(ready, responded), marks);
    }
    mark(Kind.READY, ready, marks);
  }

  /** Returns the figures of REPORT and the outcome. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    PlatformEvent.Status prepared = prepared();
    if (prepared != PlatformEvent.Status.SUCCESS) {
      facts.put("thaw.init.status", lower(prepared));
    }
    invocation
        .done()
        .ifPresent(done -> {
          facts.put("thaw.status", lower(done.status()));
          done.errorType().ifPresent(type -> facts.put("error.type", type));
        });
    invocation.report().ifPresent(report -> addReport(report, facts));
    return facts;
  }

  private static void addReport(PlatformEvent.InvocationReport report, Map<String, String> facts) {
    facts.put("thaw.duration", millis(report.duration().toNanos()));
    report.billedMillis().ifPresent(billed -> facts.put("thaw.billed_duration", billed + " ms"));
    facts.put("faas.max_memory", report.memorySizeMiB() + " MB");
    facts.put("thaw.max_memory_used", report.maxMemoryMiB() + " MB");
  }

  /** Returns the outcome of the last init phase or restore. */
  private PlatformEvent.Status prepared() {
    PlatformEvent.Status status = PlatformEvent.Status.SUCCESS;
    for (PlatformEvent.Stamped stamped : invocation.events()) {
      switch (stamped.event()) {
        case PlatformEvent.InitReport report -> status = report.status();
        case PlatformEvent.RestoreReport report -> status = report.status();
        default -> {}
      }
    }
    return status;
  }

  private static String millis(long nanos) {
    return BigDecimal.valueOf(nanos / NANOS_PER_MICRO, 3).toPlainString() + " ms";
  }

  private static String lower(PlatformEvent.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  boolean failed() {
    return invocation
        .done()
        .map(done -> done.status() != PlatformEvent.Status.SUCCESS)
        .orElse(false);
  }

  boolean ended() {
    return invocation.hasEnded();
  }

  /** Returns whether an environment was started, or restored, for it. */
  boolean cold() {
    return !(invocation.events().getFirst().event() instanceof PlatformEvent.InvocationStart);
  }

  long firstNanos() {
    return invocation.events().getFirst().nanos();
  }

  long lastNanos() {
    return marks().getLast().nanos();
  }
}

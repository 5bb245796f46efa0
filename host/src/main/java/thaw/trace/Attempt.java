package thaw.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.environment.log.PlatformEvent;
import thaw.platform.pool.Observation;

/**
 * One time that an environment had a request, from the environment's start where that was made for
 * it to the report, as marks on the platform's clock. Guarded by the lock of {@link Traces}.
 */
final class Attempt {
  /** Its durations are in thousandths of that. */
  private static final long NANOS_PER_MICRO = 1000;

  private final String function;
  private final String version;
  private final String environment;
  private final List<Mark> marks = new ArrayList<>(8);
  private PlatformEvent.Status prepared = PlatformEvent.Status.SUCCESS;
  private PlatformEvent.@Nullable InvocationRuntimeDone done;
  private PlatformEvent.@Nullable InvocationReport report;
  private Optional<TraceHeader> told = Optional.empty();
  private boolean failed;
  private boolean ended;
  private long startNanos;
  private @Nullable String requestId;

  /** What begins at a mark, or is reached with it. */
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

  Attempt(Observation first) {
    this.function = first.function();
    this.version = first.version();
    this.environment = first.environment();
  }

  /** Of the environment's timeline, in order. */
  void add(PlatformEvent.Stamped stamped) {
    long nanos = stamped.nanos();
    switch (stamped.event()) {
      case PlatformEvent.InitStart _ -> mark(Kind.INIT, nanos);
      case PlatformEvent.RestoreStart _ -> mark(Kind.RESTORE, nanos);
      case PlatformEvent.InitReport report -> prepared(report.status(), nanos);
      case PlatformEvent.RestoreReport report -> prepared(report.status(), nanos);
      case PlatformEvent.InvocationStart start -> {
        requestId = start.requestId();
        told = TraceHeader.of(start.traceId());
        startNanos = nanos;
        mark(Kind.START, nanos);
      }
      case PlatformEvent.Thawed _ -> mark(Kind.THAWED, nanos);
      case PlatformEvent.InvocationRuntimeDone done -> done(done, nanos);
      case PlatformEvent.InvocationReport report -> reported(report, nanos);
      case PlatformEvent.Ended _ -> end(nanos);
      default -> {}
    }
  }

  private void mark(Kind kind, long nanos) {
    long last = marks.isEmpty() ? nanos : marks.getLast().nanos();
    marks.add(new Mark(kind, Math.max(last, nanos)));
  }

  private void prepared(PlatformEvent.Status status, long nanos) {
    mark(Kind.PREPARED, nanos);
    prepared = status;
  }

  /** Its event comes when all is written; when the runtime was ready, its duration tells. */
  private void done(PlatformEvent.InvocationRuntimeDone done, long nanos) {
    this.done = done;
    failed = done.status() != PlatformEvent.Status.SUCCESS;
    long ready = Math.min(nanos, startNanos + done.duration().toNanos());
    done.responseLatency()
        .ifPresent(latency -> {
          long sent = done.responseDuration().map(took -> took.toNanos()).orElse(0L);
          mark(Kind.RESPONDED, Math.min(ready, startNanos + latency.toNanos() + sent));
        });
    mark(Kind.READY, ready);
  }

  private void reported(PlatformEvent.InvocationReport report, long nanos) {
    this.report = report;
    end(nanos);
  }

  /** No more will be known of it. */
  void cutOff(long nanos) {
    end(nanos);
  }

  private void end(long nanos) {
    if (!ended) {
      ended = true;
      mark(Kind.END, nanos);
    }
  }

  private static String millis(long nanos) {
    return java.math.BigDecimal.valueOf(nanos / NANOS_PER_MICRO, 3).toPlainString() + " ms";
  }

  String function() {
    return function;
  }

  String version() {
    return version;
  }

  String environment() {
    return environment;
  }

  /** In order, none before the one before it. */
  List<Mark> marks() {
    return List.copyOf(marks);
  }

  /** What REPORT says, and how it ended. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    if (prepared != PlatformEvent.Status.SUCCESS) {
      facts.put("thaw.init.status", lower(prepared));
    }
    if (done != null) {
      facts.put("thaw.status", lower(done.status()));
      done.errorType().ifPresent(type -> facts.put("error.type", type));
    }
    if (report != null) {
      facts.put("thaw.duration", millis(report.duration().toNanos()));
      report.billedMillis().ifPresent(billed -> facts.put("thaw.billed_duration", billed + " ms"));
      facts.put("faas.max_memory", report.memorySizeMiB() + " MB");
      facts.put("thaw.max_memory_used", report.maxMemoryMiB() + " MB");
    }
    return facts;
  }

  private static String lower(PlatformEvent.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /** The trace that the function was told to continue. */
  Optional<TraceHeader> told() {
    return told;
  }

  Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  boolean failed() {
    return failed;
  }

  boolean ended() {
    return ended;
  }

  /** Whether an environment was started, or restored, for it. */
  boolean cold() {
    Kind first = marks.getFirst().kind();
    return first == Kind.INIT || first == Kind.RESTORE;
  }

  long firstNanos() {
    return marks.getFirst().nanos();
  }

  long lastNanos() {
    return marks.getLast().nanos();
  }
}

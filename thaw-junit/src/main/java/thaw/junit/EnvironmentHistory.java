package thaw.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;

/** Folds the events of one environment into invocations. It is for one thread at a time. */
final class EnvironmentHistory {
  private final String environment;
  private final String function;
  private List<String> log = new ArrayList<>();
  private int freezes;
  private int freezesBefore;
  private boolean fromArchive;
  private boolean initialised;

  EnvironmentHistory(String environment, String function) {
    this.environment = environment;
    this.function = function;
  }

  /**
   * Goes on with the next event of the environment.
   *
   * @param event a line of the file of events
   * @return the invocation that has ended with it
   */
  Optional<FunctionInvocation> accept(Map<String, @Nullable Object> event) {
    String type = HandlerJson.text(event, "type");
    switch (type) {
      case "function", "extension", "platform.fault" -> log.add(HandlerJson.text(event, "text"));
      case "thaw.frozen" -> freezes++;
      case "thaw.startedFrom" ->
          fromArchive =
              !HandlerJson.text(HandlerJson.object(event.get("record")), "from").equals("plain");
      case "platform.initStart" -> initialised = true;
      case "platform.start" -> freezesBefore = freezes;
      case "platform.report" -> {
        return Optional.of(ended(event, HandlerJson.object(event.get("record"))));
      }
      default -> {
        // Not of an invocation.
      }
    }
    return Optional.empty();
  }

  private FunctionInvocation ended(
      Map<String, @Nullable Object> event, Map<String, @Nullable Object> record) {
    Map<String, @Nullable Object> metrics = HandlerJson.object(record.get("metrics"));
    FunctionInvocation ended =
        new FunctionInvocation(
            function,
            HandlerJson.text(record, "requestId"),
            environment,
            start(metrics),
            HandlerJson.text(record, "status"),
            Optional.of(HandlerJson.text(record, "errorType")).filter(type -> !type.isEmpty()),
            log,
            figures(metrics, metrics.get("memorySizeMB") == null ? event : metrics),
            freezesBefore);
    log = new ArrayList<>();
    initialised = false;
    return ended;
  }

  /** An init that an invocation had to do again is not in its REPORT, as on Lambda. */
  private StartKind start(Map<String, @Nullable Object> metrics) {
    if (metrics.get("restoreDurationMs") != null) {
      return StartKind.RESTORED;
    }
    if (metrics.get("initDurationMs") == null && !initialised) {
      return StartKind.WARM;
    }
    return fromArchive ? StartKind.ARCHIVE : StartKind.COLD;
  }

  /**
   * @param memory what has the figures of memory: on managed instances the event itself
   */
  private static ReportFigures figures(
      Map<String, @Nullable Object> metrics, Map<String, @Nullable Object> memory) {
    return new ReportFigures(
        decimal(metrics, "durationMs").orElse(0),
        metrics.get("billedDurationMs") instanceof Number billed
            ? OptionalLong.of(billed.longValue())
            : OptionalLong.empty(),
        decimal(metrics, "initDurationMs"),
        decimal(metrics, "restoreDurationMs"),
        (int) decimal(memory, "memorySizeMB").orElse(0),
        (int) decimal(memory, "maxMemoryUsedMB").orElse(0));
  }

  private static OptionalDouble decimal(Map<String, @Nullable Object> metrics, String name) {
    return metrics.get(name) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }
}

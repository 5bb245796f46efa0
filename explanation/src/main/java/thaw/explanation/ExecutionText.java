package thaw.explanation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.presentation.text.Figures;
import thaw.timeline.StretchKind;
import thaw.timeline.Timeline;
import thaw.timeline.Timeline.Stretch;

/** What page and terminal say of a durable execution in the same words. */
public final class ExecutionText {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final double MILLION = 1e6;
  private static final double LONGEST_IN_MILLIS = 10_000;
  private static final double LEAST_SHARE = 0.001;

  private ExecutionText() {}

  /**
   * A part of the time line that is told in one line: an invocation, or what is between two.
   *
   * @param invocation its number; 0 between invocations
   */
  public record Part(int invocation, List<Stretch> stretches) {
    public double fromMillis() {
      return stretches.getFirst().fromMillis();
    }

    public double millis() {
      return stretches.getLast().toMillis() - fromMillis();
    }
  }

  /** Returns the parts of a time line, in order. */
  static List<Part> parts(Timeline timeline) {
    List<Part> parts = new ArrayList<>();
    List<Stretch> open = new ArrayList<>();
    for (Stretch each : timeline.stretches()) {
      if (!open.isEmpty() && open.getFirst().invocation() != each.invocation()) {
        parts.add(new Part(open.getFirst().invocation(), List.copyOf(open)));
        open.clear();
      }
      open.add(each);
    }
    if (!open.isEmpty()) {
      parts.add(new Part(open.getFirst().invocation(), List.copyOf(open)));
    }
    return parts;
  }

  /** Returns the time of the longest invocation, to whose scale all are drawn. */
  static double longestMillis(List<Part> parts) {
    return parts.stream()
        .filter(part -> part.invocation() > 0)
        .mapToDouble(Part::millis)
        .max()
        .orElse(1);
  }

  /** Writes a time as people say it: {@code 312 ms}, {@code 1 min 2 s}, {@code 3 d 4 h}. */
  public static String took(double millis) {
    if (millis < LONGEST_IN_MILLIS) {
      return Figures.millis(millis) + " ms";
    }
    Duration time = Duration.ofSeconds(Math.round(millis / 1000));
    if (time.toDays() > 0) {
      return two(time.toDays(), "d", time.toHoursPart(), "h");
    }
    if (time.toHours() > 0) {
      return two(time.toHours(), "h", time.toMinutesPart(), "min");
    }
    return time.toMinutes() > 0
        ? two(time.toMinutes(), "min", time.toSecondsPart(), "s")
        : time.toSeconds() + " s";
  }

  private static String two(long large, String unit, long small, String smaller) {
    return Figures.whole(large) + " " + unit + (small == 0 ? "" : " " + small + " " + smaller);
  }

  /** Writes what a million times as much costs, in USD; a dash where it is not known. */
  public static String usdOfMillion(@Nullable Double usd) {
    return usd == null
        ? Figures.MISSING
        : String.format(Locale.ROOT, usd * MILLION < 0.995 ? "%.3f" : "%,.2f", usd * MILLION);
  }

  /** Writes a share in percent; a dash where there is none. */
  public static String share(@Nullable Double share) {
    return share == null
        ? Figures.MISSING
        : share > 0 && share < LEAST_SHARE ? "< 0.1 %" : Figures.percent(share);
  }

  public static String headline(Timeline timeline) {
    return "%s %s, %s of it with a name"
        .formatted(
            status(timeline), took(timeline.millis()), Figures.explained(timeline.namedShare()));
  }

  private static String status(Timeline timeline) {
    return switch (timeline.status()) {
      case "SUCCEEDED" -> "succeeded after";
      case "FAILED" -> "failed after";
      case "TIMED_OUT" -> "timed out after";
      case "STOPPED" -> "stopped after";
      case "PAUSED", "PAUSING" -> "paused; for";
      default -> "running for";
    };
  }

  public static String counts(Timeline timeline) {
    return "%s, %s, USD %s for a million such executions"
        .formatted(
            Figures.counted(timeline.invocations().size(), "invocation"),
            Figures.counted(timeline.operations().size(), "operation"),
            usdOfMillion(timeline.cost().usd()));
  }

  public static String begun(Timeline timeline) {
    return SECOND.format(Instant.ofEpochMilli(timeline.startMillis()));
  }

  public static String version(Timeline timeline) {
    return timeline.function() + ":" + timeline.version();
  }

  /** Returns what a stretch between invocations waited for. */
  public static String waited(Timeline timeline, Stretch stretch) {
    return stretch.kind().label() + of(timeline, stretch);
  }

  private static String of(Timeline timeline, Stretch stretch) {
    return stretch.operation() == null ? "" : " " + name(timeline, stretch.operation());
  }

  private static String name(Timeline timeline, String id) {
    return timeline.operations().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .map(Timeline.OperationLine::label)
        .orElse(id);
  }

  /** Returns how long an operation took, if that is known. */
  public static String took(Timeline.OperationLine operation) {
    return operation.hasDuration()
        ? took(operation.toMillis() - operation.fromMillis())
        : Figures.MISSING;
  }

  /** Returns what people call a type of operation. */
  public static String type(Timeline.OperationLine operation) {
    String sub = operation.subType();
    return sub == null || sub.isEmpty()
        ? operation.type().toLowerCase(Locale.ROOT).replace('_', ' ')
        : sub;
  }

  public static String kibibytes(long bytes) {
    return Figures.millis(bytes / 1024.0);
  }

  public static Optional<String> saves(Timeline.Finding finding) {
    List<String> saves = new ArrayList<>();
    if (finding.savesMillis() != null) {
      saves.add(took(finding.savesMillis()));
    }
    if (finding.savesUsd() != null) {
      saves.add("USD " + usdOfMillion(finding.savesUsd()) + " of a million executions");
    }
    return saves.isEmpty()
        ? Optional.empty()
        : Optional.of("saves " + (finding.atMost() ? "at most " : "") + String.join(", ", saves));
  }

  public static String cost(Timeline timeline) {
    Timeline.Cost cost = timeline.cost();
    return "USD for a million such executions: requests %s, time %s, operations %s, payloads written %s, kept for %s days %s; prices of %s, %s, read %s."
        .formatted(
            usdOfMillion(cost.requestsUsd()),
            usdOfMillion(cost.timeUsd()),
            usdOfMillion(cost.operationsUsd()),
            usdOfMillion(cost.writtenUsd()),
            cost.retentionDays(),
            usdOfMillion(cost.retainedUsd()),
            cost.source(),
            cost.region(),
            cost.read());
  }

  /** Returns a class of the style sheet. */
  public static String style(StretchKind kind) {
    return "s-" + kind.name().toLowerCase(Locale.ROOT);
  }
}

package thaw.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import thaw.runtimeapi.log.HostLimit;
import thaw.runtimeapi.log.PlatformEvent.InvocationReport;
import thaw.runtimeapi.log.PlatformEvent.Restored;

/** A request as JSON: in short for lists, and with log and waterfall for its own page. */
final class RequestJson {
  private static final double NANOS_PER_MILLI = 1e6;

  private RequestJson() {}

  /** A request in short; what is from its report is absent while it runs. */
  record RequestView(
      String id,
      String function,
      String version,
      String environment,
      long begun,
      String start,
      String status,
      Optional<Double> hostWaitedMs,
      Optional<Double> totalMs,
      Optional<String> errorType,
      Optional<Double> durationMs,
      OptionalLong billedMs,
      Optional<Double> initMs,
      Optional<Double> restoreMs,
      Optional<Long> billedRestoreMs,
      Optional<Integer> memorySizeMiB,
      Optional<Long> maxMemoryMiB) {}

  /**
   * A request with all that is known, or without what functions get and write.
   *
   * @param withheld why that is left out; absent where it is not
   */
  record DetailView(
      @JsonUnwrapped RequestView summary,
      String traceId,
      long responseBytes,
      Optional<PayloadView> event,
      Optional<PayloadView> response,
      boolean responseStreamed,
      long droppedLogLines,
      Optional<List<LogView>> log,
      List<BarView> waterfall,
      Optional<String> withheld) {}

  /**
   * An event or a response.
   *
   * @param bytes of the whole; the text is its beginning where it is long
   */
  record PayloadView(String text, long bytes, boolean cut) {
    private static PayloadView of(Payloads.Payload payload) {
      return new PayloadView(
          new String(payload.bytes(), StandardCharsets.UTF_8),
          payload.length(),
          !payload.isWhole());
    }
  }

  record LogView(double atMs, String by, String text) {
    private static LogView of(LogLines.Line line, RequestLife request) {
      return new LogView(
          (line.nanos() - request.begunNanos()) / NANOS_PER_MILLI,
          lower(line.speaker()),
          line.text());
    }
  }

  record BarView(
      String name,
      String origin,
      double startMs,
      double ms,
      int depth,
      boolean failed,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> notes) {
    private static BarView of(Bar bar) {
      return new BarView(
          bar.name(),
          bar.origin(),
          bar.startNanos() / NANOS_PER_MILLI,
          bar.nanos() / NANOS_PER_MILLI,
          bar.depth(),
          bar.failed(),
          bar.notes());
    }
  }

  static RequestView summary(RequestLife request) {
    Optional<InvocationReport> report = request.report();
    Optional<Restored> restore = report.flatMap(InvocationReport::restore);
    return new RequestView(
        request.id(),
        request.function(),
        request.version(),
        request.environment(),
        request.begun().toEpochMilli(),
        lower(request.start()),
        report.map(InvocationReport::status).map(RequestJson::lower).orElse("running"),
        request.host().map(HostLimit::waited).map(RequestJson::millis),
        report.map(_ -> request.totalNanos() / NANOS_PER_MILLI),
        report.flatMap(InvocationReport::errorType),
        report.map(InvocationReport::duration).map(RequestJson::millis),
        report.map(InvocationReport::billedMillis).orElse(OptionalLong.empty()),
        report.flatMap(InvocationReport::init).map(RequestJson::millis),
        restore.map(Restored::duration).map(RequestJson::millis),
        restore.map(Restored::billedMillis),
        report.map(InvocationReport::memorySizeMiB),
        report.map(InvocationReport::maxMemoryMiB));
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param waterfall the request's time, the whole first
   * @param payloads empty when they are not kept any more
   */
  static DetailView detail(
      RequestLife request, List<Bar> waterfall, Optional<Payloads.Exchanged> payloads) {
    return new DetailView(
        summary(request),
        request.traceId(),
        request.responseBytes(),
        payloads.map(Payloads.Exchanged::event).map(PayloadView::of),
        payloads
            .filter(exchanged -> !exchanged.streamed())
            .flatMap(Payloads.Exchanged::response)
            .map(PayloadView::of),
        payloads.map(Payloads.Exchanged::streamed).orElse(false),
        request.log().dropped(),
        Optional.of(request.log().lines().stream().map(line -> LogView.of(line, request)).toList()),
        waterfall.stream().map(BarView::of).toList(),
        Optional.empty());
  }

  /**
   * Returns a request's view without event, response and log.
   *
   * @param waterfall of the platform's own steps
   * @param why for people
   */
  static DetailView withheld(RequestLife request, List<Bar> waterfall, String why) {
    return new DetailView(
        summary(request),
        request.traceId(),
        request.responseBytes(),
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        Optional.empty(),
        waterfall.stream().map(BarView::of).toList(),
        Optional.of(why));
  }
}

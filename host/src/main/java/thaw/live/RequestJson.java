package thaw.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import thaw.environment.log.PlatformEvent;

/** A request as JSON: in short for lists, and with log and waterfall for its own page. */
final class RequestJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final double NANOS_PER_MILLI = 1e6;

  private RequestJson() {}

  static ObjectNode summary(Request request) {
    ObjectNode node =
        JSON.objectNode()
            .put("id", request.id())
            .put("function", request.function())
            .put("version", request.version())
            .put("environment", request.environment())
            .put("begun", request.begun().toEpochMilli())
            .put("start", request.start().name().toLowerCase(Locale.ROOT))
            .put("status", request.report().map(RequestJson::status).orElse("running"));
    request.host().ifPresent(limit -> node.put("hostWaitedMs", millis(limit.waited())));
    request.report().ifPresent(report -> addReport(node.put("totalMs", millis(request)), report));
    return node;
  }

  private static String status(PlatformEvent.InvocationReport report) {
    return report.status().name().toLowerCase(Locale.ROOT);
  }

  private static double millis(Request request) {
    return request.totalNanos() / NANOS_PER_MILLI;
  }

  private static void addReport(ObjectNode node, PlatformEvent.InvocationReport report) {
    report.errorType().ifPresent(type -> node.put("errorType", type));
    node.put("durationMs", millis(report.duration()));
    report.billedMillis().ifPresent(billed -> node.put("billedMs", billed));
    report.init().ifPresent(init -> node.put("initMs", millis(init)));
    report
        .restore()
        .ifPresent(restore ->
            node.put("restoreMs", millis(restore.duration()))
                .put("billedRestoreMs", restore.billedMillis()));
    node.put("memorySizeMiB", report.memorySizeMiB()).put("maxMemoryMiB", report.maxMemoryMiB());
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  /**
   * @param waterfall the request's time, the whole first
   */
  static ObjectNode detail(Request request, List<Bar> waterfall) {
    ObjectNode node = summary(request);
    node.put("traceId", request.traceId());
    node.put("responseBytes", request.responseBytes());
    node.put("droppedLogLines", request.log().dropped());
    ArrayNode log = node.putArray("log");
    for (LogLines.Line line : request.log().lines()) {
      log.addObject()
          .put("atMs", (line.nanos() - request.begunNanos()) / NANOS_PER_MILLI)
          .put("by", line.speaker().name().toLowerCase(Locale.ROOT))
          .put("text", line.text());
    }
    ArrayNode bars = node.putArray("waterfall");
    for (Bar bar : waterfall) {
      ObjectNode each =
          bars.addObject()
              .put("name", bar.name())
              .put("origin", bar.origin())
              .put("startMs", bar.startNanos() / NANOS_PER_MILLI)
              .put("ms", bar.nanos() / NANOS_PER_MILLI)
              .put("depth", bar.depth())
              .put("failed", bar.failed());
      if (!bar.notes().isEmpty()) {
        ObjectNode notes = each.putObject("notes");
        bar.notes().forEach(notes::put);
      }
    }
    return node;
  }
}

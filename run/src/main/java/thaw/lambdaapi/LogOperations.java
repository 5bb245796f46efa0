package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.platform.Platform;
import thaw.platform.record.FunctionRecord;
import thaw.pool.life.RecentLogs;

/** The one operation of CloudWatch Logs that is here: the last lines of functions' logs. */
final class LogOperations {
  static final String FILTER = "Logs_20140328.FilterLogEvents";
  private static final int MOST_EVENTS = 10_000;

  private final Platform platform;

  LogOperations(Platform platform) {
    this.platform = platform;
  }

  Response filter(ApiRequest request, Input input) {
    if (!request.seesContents()) {
      throw ApiError.notYourContents().refusal();
    }
    String group =
        input
            .text("logGroupName")
            .or(() -> input.text("logGroupIdentifier"))
            .orElse("")
            .replaceFirst("^arn:[^/]*:log-group:", "");
    List<String> functions =
        platform.catalog().all().stream()
            .filter(function ->
                function.latest().settings().logging().groupOf(function.name()).equals(group))
            .map(FunctionRecord::name)
            .toList();
    if (functions.isEmpty()) {
      return fault("ResourceNotFoundException", "The specified log group does not exist.");
    }
    String pattern = input.text("filterPattern").orElse("");
    Predicate<String> filter = LogFilter.of(pattern).orElse(null);
    if (filter == null) {
      return fault(
          "InvalidParameterException",
          "Thaw knows filter patterns of words, and of members of JSON that equal texts: "
              + pattern);
    }
    long from = input.node("startTime").map(node -> node.asLong()).orElse(Long.MIN_VALUE);
    long to = input.node("endTime").map(node -> node.asLong()).orElse(Long.MAX_VALUE);
    String token = input.text("nextToken").orElse("0");
    if (!token.matches("\\d{1,18}")) {
      return fault("InvalidParameterException", "The specified nextToken is invalid.");
    }
    long after = Long.parseLong(token);
    int most = input.integer("limit").orElse(MOST_EVENTS);
    List<RecentLogs.Line> lines =
        functions.stream()
            .flatMap(function -> platform.logs().of(function).stream())
            .filter(line -> line.number() > after && line.millis() >= from && line.millis() <= to)
            .filter(line -> filter.test(line.text()))
            .sorted((one, other) -> Long.compare(one.number(), other.number()))
            .toList();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    var events = node.putArray("events");
    lines.stream()
        .limit(most)
        .forEach(line ->
            events
                .addObject()
                .put("logStreamName", line.stream())
                .put("timestamp", line.millis())
                .put("message", line.text())
                .put("ingestionTime", line.millis())
                .put("eventId", Long.toString(line.number())));
    node.putArray("searchedLogStreams");
    if (lines.size() > most) {
      node.put("nextToken", Long.toString(lines.get(most - 1).number()));
    }
    return answer(200, Map.of(), node);
  }

  private static Response fault(String type, String message) {
    return answer(
        400,
        Map.of("x-amzn-ErrorType", type),
        JsonNodeFactory.instance.objectNode().put("__type", type).put("message", message));
  }

  private static Response answer(int status, Map<String, String> headers, ObjectNode body) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/x-amz-json-1.1");
    return new Response(status, all, body.toString().getBytes(StandardCharsets.UTF_8));
  }
}

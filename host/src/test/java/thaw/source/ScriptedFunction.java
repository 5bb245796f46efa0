package thaw.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import thaw.environment.InvocationOutcome;
import thaw.platform.Notice;
import thaw.platform.Outcome;
import thaw.platform.ThrottleReason;
import thaw.service.AwsJson;

/** What sources feed in tests, without a process: events are kept, answers are made to order. */
final class ScriptedFunction {
  final List<JsonNode> events = new CopyOnWriteArrayList<>();
  final List<JsonNode> told = new CopyOnWriteArrayList<>();
  final List<Notice> notices = new CopyOnWriteArrayList<>();
  final List<String> log = new CopyOnWriteArrayList<>();
  final List<Exception> problems = new CopyOnWriteArrayList<>();
  volatile Function<JsonNode, Outcome> answer = _ -> success("");
  volatile Optional<String> missing = Optional.empty();

  Surroundings surroundings(Map<String, URI> endpoints) {
    return new Surroundings(
        _ -> missing,
        (_, invocation) -> {
          JsonNode event = json(invocation.payload());
          Outcome outcome = answer.apply(event);
          if (Thread.interrupted()) {
            throw new InterruptedException(); // as the platform does when the program ends
          }
          if (outcome instanceof Outcome.Completed) {
            events.add(event);
          }
          return outcome;
        },
        (_, invocation) -> events.add(json(invocation.payload())),
        (notice, body) -> {
          notices.add(notice);
          told.add(json(body));
        },
        (_, line) -> log.add(line),
        problems::add,
        endpoints,
        0.01);
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return AwsJson.JSON.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Outcome success(String response) {
    return completed(new InvocationOutcome.Success(response.getBytes(UTF_8)));
  }

  static Outcome failure() {
    return completed(new InvocationOutcome.Failure("E", "no", "{}".getBytes(UTF_8)));
  }

  static Outcome throttled() {
    return new Outcome.Throttled(ThrottleReason.ACCOUNT_CONCURRENCY);
  }

  private static Outcome completed(InvocationOutcome outcome) {
    return new Outcome.Completed(outcome, Optional.empty(), "$LATEST");
  }

  /** Of every event: what its records have at a path such as {@code body}. */
  List<List<String>> batches(String... path) {
    List<List<String>> batches = new ArrayList<>();
    for (JsonNode event : events) {
      batches.add(values(event, path));
    }
    return batches;
  }

  /** Of all events. */
  List<String> all(String... path) {
    return batches(path).stream().flatMap(List::stream).toList();
  }

  static List<String> values(JsonNode event, String... path) {
    List<String> values = new ArrayList<>();
    for (JsonNode record : event.path("Records")) {
      JsonNode node = record;
      for (String member : path) {
        node = node.path(member);
      }
      values.add(node.asText());
    }
    return values;
  }
}

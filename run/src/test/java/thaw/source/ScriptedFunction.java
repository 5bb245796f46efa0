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
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.platform.async.Notice;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.InvocationOutcome;
import thaw.service.AwsJson;

/** What sources feed in tests, without a process: events are kept, answers are made to order. */
public final class ScriptedFunction {
  public final List<JsonNode> events = new CopyOnWriteArrayList<>();
  public final List<JsonNode> told = new CopyOnWriteArrayList<>();
  public final List<Notice> notices = new CopyOnWriteArrayList<>();
  public final List<String> log = new CopyOnWriteArrayList<>();
  public final List<Exception> problems = new CopyOnWriteArrayList<>();
  public volatile Function<JsonNode, RequestOutcome> answer = _ -> success("");
  public volatile Consumer<String> accepts = _ -> {}; // asynchronously, by name
  public volatile Optional<String> missing = Optional.empty();

  public Surroundings surroundings(Map<String, URI> endpoints) {
    return new Surroundings(
        _ -> missing,
        (_, invocation) -> {
          JsonNode event = json(invocation.payload());
          RequestOutcome outcome = answer.apply(event);
          if (Thread.interrupted()) {
            throw new InterruptedException(); // as the platform does when the program ends
          }
          if (outcome instanceof RequestOutcome.Completed) {
            events.add(event);
          }
          return outcome;
        },
        (name, invocation) -> {
          accepts.accept(name);
          events.add(json(invocation.payload()));
        },
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

  public static RequestOutcome success(String response) {
    return completed(new InvocationOutcome.Success(response.getBytes(UTF_8)));
  }

  public static RequestOutcome failure() {
    return completed(new InvocationOutcome.Failure("E", "no", "{}".getBytes(UTF_8)));
  }

  public static RequestOutcome throttled() {
    return new RequestOutcome.Throttled(ThrottleReason.ACCOUNT_CONCURRENCY);
  }

  private static RequestOutcome completed(InvocationOutcome outcome) {
    return new RequestOutcome.Completed(outcome, Optional.empty(), "$LATEST");
  }

  /** Of every event: what its records have at a path such as {@code body}. */
  public List<List<String>> batches(String... path) {
    List<List<String>> batches = new ArrayList<>();
    for (JsonNode event : events) {
      batches.add(values(event, path));
    }
    return batches;
  }

  /** Of all events. */
  public List<String> all(String... path) {
    return batches(path).stream().flatMap(List::stream).toList();
  }

  public static List<String> values(JsonNode event, String... path) {
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

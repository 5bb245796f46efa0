package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.FunctionRecord;
import thaw.pool.life.EnvironmentStatus;

/**
 * Tells what Thaw runs, below {@code /_thaw}: no part of Lambda's API, and what {@code thaw ps}
 * shows.
 */
final class StatusOperations {
  private final Platform platform;
  private final EventQueue events;

  StatusOperations(Platform platform, EventQueue events) {
    this.platform = platform;
    this.events = events;
  }

  List<Operation> operations() {
    return List.of(new Operation("status", "GET", "/_thaw/status", this::status));
  }

  private Response status(ApiRequest request) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("pid", ProcessHandle.current().pid());
    ArrayNode functions = node.putArray("functions");
    for (FunctionRecord function : platform.catalog().all()) {
      functions
          .addObject()
          .put("name", function.name())
          .put("fromTemplate", function.fromTemplate())
          .put("queuedEvents", events.size(function.name()));
    }
    ArrayNode undelivered = node.putArray("undelivered");
    events
        .undelivered()
        .forEach((target, count) ->
            undelivered.addObject().put("target", target).put("messages", count));
    ArrayNode environments = node.putArray("environments");
    platform.environments().statuses().forEach(status -> environments.add(environment(status)));
    return Response.json(node);
  }

  private static ObjectNode environment(EnvironmentStatus status) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("function", status.function())
            .put("version", status.version())
            .put("environment", status.environment())
            .put("initialization", status.initialization())
            .put("state", status.state().name().toLowerCase(Locale.ROOT))
            .put("since", status.since().toString())
            .put("requests", status.requests())
            .put("maxMemoryMiB", status.maxMemoryMiB());
    status.requestId().ifPresent(id -> node.put("requestId", id));
    return node;
  }
}

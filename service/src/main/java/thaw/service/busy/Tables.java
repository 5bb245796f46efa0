package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;
import thaw.service.process.LocalService;

/**
 * Tables in front of DynamoDB Local as AWS has them: they are created, changed and deleted in some
 * time, have their capacity, and eventually consistent reads may be old. Those that clients have
 * not created are active.
 */
final class Tables implements HttpHandler {
  private static final String TARGET = "DynamoDB_20120810.";
  private static final String READ = "ReturnConsumedCapacity";
  private static final Set<String> WRITES_OF_ONE = Set.of("DeleteItem", "PutItem", "UpdateItem");

  private final Passing service;
  private final RunConditions run;
  private final Map<String, Table> tables = new ConcurrentHashMap<>();

  Tables(Passing service, RunConditions run) {
    this.service = service;
    this.run = run;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    byte[] body = exchange.bodyAhead(Passing.LARGEST_BODY_BYTES);
    boolean known = exchange.header("x-amz-target").orElse("").startsWith(TARGET);
    onResponse.accept(
        known && Protocol.JSON_1_0.read(body) instanceof ObjectNode request
            ? answer(exchange, Call.of(LocalService.DYNAMODB, exchange), request)
            : service.ask(exchange, body));
  }

  private Response answer(Exchange exchange, Call call, ObjectNode request) {
    return switch (call.operation()) {
      case "CreateTable" -> create(exchange, call, request);
      case "DescribeTable" -> describe(exchange, call, request);
      case "UpdateTable" -> change(exchange, call, request, "UPDATING");
      case "DeleteTable" -> change(exchange, call, request, "DELETING");
      case "ListTables" -> list(exchange, request);
      default ->
          AwsFault.isOfItems(call.operation())
              ? items(exchange, call, request)
              : service.ask(exchange, bytes(request));
    };
  }

  // ---- tables ----

  private Response create(Exchange exchange, Call call, ObjectNode request) {
    String name = call.resource();
    Optional<Table> before = changed(name);
    if (before.isPresent() && before.get().status(now()).equals("DELETING")) {
      return inUse(call, "deleted");
    }
    Response response = service.ask(exchange, bytes(request));
    return tree(response)
        .map(answer -> {
          ObjectNode table = (ObjectNode) answer.path("TableDescription");
          become(name, "CREATING", table);
          show(table, "CREATING");
          return with(response, answer);
        })
        .orElse(response);
  }

  private Response change(Exchange exchange, Call call, ObjectNode request, String change) {
    String name = call.resource();
    String status = changed(name).map(table -> table.status(now())).orElse(Table.ACTIVE);
    switch (status) {
      case "CREATING" -> {
        return inUse(call, "created");
      }
      case "UPDATING" -> {
        return inUse(call, "updated");
      }
      case "DELETING" -> {
        return inUse(call, "deleted");
      }
      default -> {}
    }
    Response response = service.ask(exchange, bytes(request));
    return tree(response)
        .map(answer -> {
          ObjectNode table = (ObjectNode) answer.path("TableDescription");
          become(name, change, table);
          show(table, change);
          return with(response, answer);
        })
        .orElse(response);
  }

  private Response describe(Exchange exchange, Call call, ObjectNode request) {
    Optional<Table> table = changed(call.resource());
    Optional<JsonNode> kept =
        table.filter(each -> each.status(now()).equals("DELETING")).flatMap(Table::described);
    if (kept.isPresent()) {
      ObjectNode answer = Protocol.JSON.createObjectNode();
      answer.set("Table", kept.get());
      return new Response(200, Map.of("Content-Type", "application/x-amz-json-1.0"), bytes(answer));
    }
    Response response = service.ask(exchange, bytes(request));
    String status = table.map(each -> each.status(now())).orElse(Table.ACTIVE);
    return status.equals(Table.ACTIVE)
        ? response
        : tree(response)
            .map(answer -> {
              show((ObjectNode) answer.path("Table"), status);
              return with(response, answer);
            })
            .orElse(response);
  }

  /** Those that are being deleted are listed, too; the service has them no more. */
  private Response list(Exchange exchange, ObjectNode request) {
    Response response = service.ask(exchange, bytes(request));
    List<String> deleted =
        tables.keySet().stream()
            .filter(name ->
                changed(name).filter(each -> each.status(now()).equals("DELETING")).isPresent())
            .toList();
    return deleted.isEmpty()
        ? response
        : tree(response)
            .map(answer -> {
              deleted.forEach(((ArrayNode) answer.withArray("TableNames"))::add);
              return with(response, answer);
            })
            .orElse(response);
  }

  private void become(String name, String change, ObjectNode described) {
    Duration time = run.time(LocalService.DYNAMODB, change);
    Instant end = now().plus(time);
    Table table = table(name, described, change.equals("CREATING"));
    if (change.equals("DELETING")) {
      ObjectNode kept = described.deepCopy();
      show(kept, change);
      table = new Table(change, end, Optional.of(kept), table.capacity(), table.stale());
    } else {
      table = table.becoming(change, end);
    }
    tables.put(name, table);
  }

  private static void show(ObjectNode table, String status) {
    table.put("TableStatus", status);
    table
        .path("GlobalSecondaryIndexes")
        .forEach(index -> {
          if (!status.equals("UPDATING")) {
            ((ObjectNode) index).put("IndexStatus", status);
          }
        });
  }

  private Response inUse(Call call, String what) {
    tell(call, "table is being " + what);
    return new AwsFault(
            400,
            "ResourceInUseException",
            "Attempt to change a resource which is still in use: Table is being %s: %s"
                .formatted(what, call.resource()))
        .answer(call);
  }

  /** Returns a table of which something is known; what is deleted is forgotten. */
  private Optional<Table> changed(String name) {
    Table table = tables.get(name);
    if (table != null && table.isGone(now())) {
      tables.remove(name, table);
      return Optional.empty();
    }
    return Optional.ofNullable(table);
  }

  // ---- items ----

  private Response items(Exchange exchange, Call call, ObjectNode request) {
    Set<String> names = names(request);
    for (String name : names) {
      Optional<Response> refused = refusal(call, request, name);
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    String asked = request.path(READ).asText("NONE");
    boolean counts =
        names.stream().anyMatch(name -> known(name).filter(this::isCounted).isPresent());
    if (counts) {
      request.put(READ, "INDEXES");
    }
    Optional<StaleItems> stale =
        names.size() == 1 && !run.terms(call).stale().isZero()
            ? known(names.iterator().next()).map(Table::stale)
            : Optional.empty();
    boolean asksForOld = stale.isPresent() && isSilentWrite(call, request);
    if (asksForOld) {
      request.put("ReturnValues", "ALL_OLD");
    }
    Response response = service.ask(exchange, bytes(request));
    if (!counts && stale.isEmpty()) {
      return response;
    }
    return tree(response)
        .map(answer -> {
          if (counts) {
            count(call, answer);
            TableCapacity.trim(answer, asked);
          }
          stale.ifPresent(items -> remember(items, call, request, answer));
          if (asksForOld) {
            answer.remove("Attributes");
          }
          return with(response, answer);
        })
        .orElse(response);
  }

  private Optional<Response> refusal(Call call, ObjectNode request, String name) {
    String status = changed(name).map(table -> table.status(now())).orElse(Table.ACTIVE);
    if (status.equals("CREATING") || status.equals("DELETING")) {
      tell(call, "table is " + status);
      return Optional.of(
          new AwsFault(400, "ResourceNotFoundException", "Requested resource not found")
              .answer(call));
    }
    String index = request.path("IndexName").asText("");
    if (known(name)
        .filter(this::isCounted)
        .filter(table -> !table.capacity().admits(call.operation(), index, now()))
        .isPresent()) {
      tell(call, "provisioned capacity used up");
      return Optional.of(
          new AwsFault(400, "ProvisionedThroughputExceededException", AwsFault.CAPACITY)
              .answer(call));
    }
    return Optional.empty();
  }

  private boolean isCounted(Table table) {
    return run.terms(LocalService.DYNAMODB).limits() && table.capacity().isProvisioned();
  }

  private void count(Call call, ObjectNode answer) {
    JsonNode consumed = answer.path("ConsumedCapacity");
    for (JsonNode each : consumed.isArray() ? consumed : List.of(consumed)) {
      known(each.path("TableName").asText())
          .ifPresent(table -> table.capacity().use(call.operation(), each));
    }
  }

  /** Returns whether a write asks for nothing in return, so that the old item can be asked for. */
  private static boolean isSilentWrite(Call call, ObjectNode request) {
    return WRITES_OF_ONE.contains(call.operation())
        && request.path("ReturnValues").asText("NONE").equals("NONE");
  }

  private void remember(StaleItems items, Call call, ObjectNode request, ObjectNode answer) {
    boolean consistent = request.path("ConsistentRead").asBoolean();
    boolean whole = !request.has("ProjectionExpression") && !request.has("AttributesToGet");
    switch (call.operation()) {
      case "PutItem", "DeleteItem", "UpdateItem" -> {
        if (request.path("ReturnValues").asText().equals("ALL_OLD")) {
          items.written(
              request.has("Item") ? request.path("Item") : request.path("Key"),
              Optional.of(answer.path("Attributes")).filter(old -> !old.isMissingNode()),
              now());
        }
      }
      case "GetItem" -> {
        if (!consistent && whole && items.old(request.path("Key"), answer, now())) {
          tell(call, "an older item, as the read is eventually consistent");
        }
      }
      case "Query", "Scan" -> {
        if (!consistent && whole && items.withoutNew(answer, now())) {
          tell(call, "without new items, as the read is eventually consistent");
        }
      }
      default -> {} // of many items: always up to date
    }
  }

  private static Set<String> names(JsonNode request) {
    Set<String> names = new LinkedHashSet<>();
    request.path("RequestItems").fieldNames().forEachRemaining(name -> names.add(plain(name)));
    for (JsonNode item : request.path("TransactItems")) {
      item.forEach(action -> names.add(plain(action.path("TableName").asText())));
    }
    if (request.has("TableName")) {
      names.add(plain(request.path("TableName").asText()));
    }
    return names;
  }

  /** A name may come as an ARN. */
  private static String plain(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Returns a table, which the service is asked about once. */
  private Optional<Table> known(String name) {
    Optional<Table> known = changed(name);
    if (known.isPresent()) {
      return known;
    }
    return service
        .call(TARGET + "DescribeTable", Protocol.JSON.createObjectNode().put("TableName", name))
        .map(answer -> tables.computeIfAbsent(name, _ -> table(name, answer.path("Table"), false)));
  }

  private Table table(String name, JsonNode described, boolean isNew) {
    List<String> keys = new ArrayList<>();
    described.path("KeySchema").forEach(key -> keys.add(key.path("AttributeName").asText()));
    return new Table(
        Table.ACTIVE,
        Instant.MIN,
        Optional.empty(),
        TableCapacity.of(described, isNew, now()),
        new StaleItems(name, keys, run.terms(LocalService.DYNAMODB).stale(), run.draws()));
  }

  // ---- answers ----

  private static Optional<ObjectNode> tree(Response response) {
    return response.status() == 200
            && Protocol.JSON_1_0.read(response.body()) instanceof ObjectNode answer
        ? Optional.of(answer)
        : Optional.empty();
  }

  /** The checksum was of another body. */
  private static Response with(Response response, ObjectNode answer) {
    return new Response(
        response.status(),
        response.headers(),
        response.fields().stream()
            .filter(field -> !field.name().equalsIgnoreCase("x-amz-crc32"))
            .toList(),
        bytes(answer),
        Optional.empty());
  }

  private static byte[] bytes(JsonNode tree) {
    return tree.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Instant now() {
    return run.clock().instant();
  }

  private void tell(Call call, String what) {
    run.tell(call, what);
  }

  @Override
  public Response failed(Exception reason) {
    return service.failed(reason);
  }
}

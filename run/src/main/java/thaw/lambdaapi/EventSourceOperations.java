package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import thaw.function.DurableConfig;
import thaw.function.constraint.LambdaRules;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.PassedJson;
import thaw.platform.EventSourceMappings;
import thaw.platform.EventSourceMappings.EventSourceMapping;
import thaw.platform.MappingDefaults;
import thaw.platform.Platform;
import thaw.platform.record.Arn;

/** Event source mappings, with AWS's defaults and states. */
final class EventSourceOperations {
  private static final String BASE = "/2015-03-31/event-source-mappings";
  private static final String ONE = BASE + "/{UUID}";

  private static final List<String> KEPT =
      List.of(
          "StartingPosition",
          "StartingPositionTimestamp",
          "BatchSize",
          "MaximumBatchingWindowInSeconds",
          "ParallelizationFactor",
          "EventSourceArn",
          "FilterCriteria",
          "DestinationConfig",
          "Topics",
          "Queues",
          "SourceAccessConfigurations",
          "SelfManagedEventSource",
          "MaximumRecordAgeInSeconds",
          "BisectBatchOnFunctionError",
          "MaximumRetryAttempts",
          "TumblingWindowInSeconds",
          "FunctionResponseTypes",
          "AmazonManagedKafkaEventSourceConfig",
          "SelfManagedKafkaEventSourceConfig",
          "ScalingConfig",
          "DocumentDBEventSourceConfig",
          "KMSKeyArn",
          "MetricsConfig",
          "LoggingConfig",
          "ProvisionedPollerConfig");
  private static final int SHORTEST_AGE_SECONDS = 60;
  private static final int MOST_FILTERS = 10;

  private final Platform platform;
  private final EventSourceMappings sources;

  EventSourceOperations(Platform platform) {
    this.platform = platform;
    this.sources = platform.resources().eventSources();
  }

  List<Operation> operations() {
    return List.of(
        new Operation("CreateEventSourceMapping", "POST", BASE, this::create),
        new Operation("ListEventSourceMappings", "GET", BASE, this::list),
        new Operation("GetEventSourceMapping", "GET", ONE, this::get),
        new Operation("UpdateEventSourceMapping", "PUT", ONE, this::update),
        new Operation("DeleteEventSourceMapping", "DELETE", ONE, this::delete));
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    String written = input.required("FunctionName");
    Optional<String> source = input.text("EventSourceArn");
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    TagOperations.requireFew(tags);
    if (source.isEmpty() && input.node("SelfManagedEventSource").isEmpty()) {
      throw ApiError.invalidParameter("Unrecognized event source.").refusal();
    }
    String service = source.map(EventSourceOperations::service).orElse("kafka");
    requirePosition(input, service);
    if (source.isEmpty() && input.node("SourceAccessConfigurations").isEmpty()) {
      throw ApiError.invalidParameter("Required 'sourceAccessConfigurations' parameter is missing.")
          .refusal();
    }
    Map<String, JsonNode> settings = MappingDefaults.of(service);
    settings.putAll(named(input));
    dropEmptyCriteria(settings);
    PollerReader.complete(service, settings);
    requireConsistent(service, settings);
    FunctionReference function = function(written); // what contradicts itself is told before
    EventSourceMapping mapping =
        new EventSourceMapping(
            UUID.randomUUID().toString(),
            function.arn(),
            input.flag("Enabled").orElse(true),
            settings,
            tags,
            System.currentTimeMillis());
    sources.create(mapping, timeout(function));
    return Response.json(202, shape(mapping, EventSourceMappings.beginning(mapping)));
  }

  private static String service(String arn) {
    return arn.split(":")[2];
  }

  private FunctionReference function(String written) {
    FunctionReference function = FunctionReference.of(written, Optional.empty());
    if (platform
        .catalog()
        .find(function.name())
        .flatMap(known -> known.version(function.qualifierOrEmpty()))
        .isEmpty()) {
      throw ApiError.invalidParameter("Function does not exist").refusal();
    }
    FunctionOperations.requireNoTenants(platform, function, "An event source mapping");
    requireAwaitable(function);
    return function;
  }

  /** Its poller waits for the end of each execution. */
  private void requireAwaitable(FunctionReference function) {
    platform
        .catalog()
        .find(function.name())
        .flatMap(known -> known.version(function.qualifierOrEmpty()))
        .map(version -> version.settings().durable())
        .filter(durable ->
            durable.executionTimeoutSeconds() > DurableConfig.LONGEST_SYNCHRONOUS_SECONDS)
        .ifPresent(durable -> {
          throw ApiError.invalidParameter(
                  "An event source mapping needs a durable function with an ExecutionTimeout of at"
                      + " most 900 seconds: "
                      + function.name())
              .refusal();
        });
  }

  private Duration timeout(FunctionReference function) {
    return Duration.ofSeconds(
        platform
            .catalog()
            .version(function.name(), function.qualifierOrEmpty())
            .settings()
            .timeoutSeconds());
  }

  private static void requirePosition(Input input, String service) {
    Optional<String> position = input.text("StartingPosition");
    if (LambdaRules.STREAMS.contains(service) && position.isEmpty()) {
      throw ApiError.invalidParameter(
              "1 validation error detected: Value null at 'startingPosition' failed to satisfy"
                  + " constraint: Member must not be null.")
          .refusal();
    }
    if (service.equals("kinesis")
        && position.filter("AT_TIMESTAMP"::equals).isPresent()
        && input.node("StartingPositionTimestamp").isEmpty()) {
      throw ApiError.invalidParameter(
              "StartingPositionTimestamp is required when StartingPosition is AT_TIMESTAMP.")
          .refusal();
    }
    if (service.equals("dynamodb") && position.filter("AT_TIMESTAMP"::equals).isPresent()) {
      throw ApiError.invalidParameter(
              "Unsupported starting position for arn type: "
                  + input.text("EventSourceArn").orElse(""))
          .refusal();
    }
  }

  private static Map<String, JsonNode> named(Input input) {
    Map<String, JsonNode> named = new LinkedHashMap<>();
    KEPT.forEach(member -> input.node(member).ifPresent(node -> named.put(member, node)));
    return named;
  }

  /** No filter is as good as no criteria, and no limit as no scaling: neither is shown. */
  private static void dropEmptyCriteria(Map<String, JsonNode> settings) {
    JsonNode scaling = settings.get("ScalingConfig");
    if (scaling != null && scaling.isEmpty()) {
      settings.remove("ScalingConfig");
    }
    JsonNode criteria = settings.get("FilterCriteria");
    if (criteria != null && criteria.path("Filters").isEmpty()) {
      settings.remove("FilterCriteria");
    }
  }

  private static void requireConsistent(String service, Map<String, JsonNode> settings) {
    if (service.equals("sqs")) {
      int batch = number(settings, "BatchSize");
      if (batch > 10 && number(settings, "MaximumBatchingWindowInSeconds") < 1) {
        throw ApiError.invalidParameter(
                "Maximum batch window in seconds must be greater than 0 if maximum batch size is"
                    + " greater than 10")
            .refusal();
      }
    }
    LambdaRules.foreignMember(service, settings::containsKey)
        .ifPresent(fault -> {
          throw ApiError.invalidParameter(fault).refusal();
        });
    int age = number(settings, "MaximumRecordAgeInSeconds");
    if (age > 0 && age < SHORTEST_AGE_SECONDS) {
      throw ApiError.invalidParameter(
              "MaximumRecordAgeInSeconds must be -1, or at least %d: %d"
                  .formatted(SHORTEST_AGE_SECONDS, age))
          .refusal();
    }
    JsonNode criteria = settings.get("FilterCriteria");
    if (criteria != null) {
      int filters = criteria.path("Filters").size();
      if (filters > MOST_FILTERS) {
        throw ApiError.invalidParameter(
                "FilterCriteria must have at most %d filters: %d".formatted(MOST_FILTERS, filters))
            .refusal();
      }
      criteria
          .path("Filters")
          .forEach(filter -> {
            if (!PassedJson.isObject(filter.path("Pattern").asText("{}"))) {
              throw ApiError.invalidParameter("Invalid filter pattern definition.").refusal();
            }
          });
    }
  }

  private static int number(Map<String, JsonNode> settings, String member) {
    JsonNode value = settings.get(member);
    return value == null ? 0 : value.asInt();
  }

  /**
   * Returns a mapping in a state that is over when nobody polls and the next description is asked
   * for.
   */
  private ObjectNode shape(EventSourceMapping mapping, EventSourceMappings.State passing) {
    return shape(
        mapping, new EventSourceMappings.Status(passing, sources.status(mapping).lastResult()));
  }

  private ObjectNode shape(EventSourceMapping mapping) {
    return shape(mapping, sources.status(mapping));
  }

  private static ObjectNode shape(EventSourceMapping mapping, EventSourceMappings.Status status) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    mapping.settings().forEach(node::set);
    String service =
        service(node.path("EventSourceArn").asText("arn:aws:kafka:::")); // self-managed
    boolean stream = LambdaRules.STREAMS.contains(service);
    node.put("UUID", mapping.uuid())
        .put("EventSourceMappingArn", Arn.eventSourceMapping(mapping.uuid()))
        .put("FunctionArn", mapping.function())
        .put("LastModified", ApiTimes.epochSeconds(mapping.modifiedMillis()))
        .put("State", status.state().lambdaName())
        .put("StateTransitionReason", stream ? "User action" : "USER_INITIATED");
    if (stream) {
      node.put("LastProcessingResult", status.lastResult());
    }
    return node;
  }

  private Response get(ApiRequest request) {
    return Response.json(shape(sources.get(request.parameter("UUID"))));
  }

  private Response list(ApiRequest request) {
    Optional<String> source = request.queried("EventSourceArn");
    Optional<FunctionReference> function =
        request
            .queried("FunctionName")
            .map(written -> FunctionReference.of(written, Optional.empty()));
    List<EventSourceMapping> found =
        sources.all().stream()
            .filter(
                mapping -> function.isEmpty() || mapping.function().equals(function.get().arn()))
            .filter(mapping ->
                source.isEmpty()
                    || source.get().equals(text(mapping.settings().get("EventSourceArn"))))
            .toList();
    return new ListPage("EventSourceMappings", 100)
        .answer(request, found, EventSourceMapping::uuid, this::shape);
  }

  private static String text(@Nullable JsonNode node) {
    return node == null ? "" : node.asText();
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    Optional<FunctionReference> function = input.text("FunctionName").map(this::function);
    EventSourceMapping before = sources.get(request.parameter("UUID"));
    function.ifPresent(named -> sources.check(before, timeout(named)));
    EventSourceMapping changed =
        sources.change(
            before.uuid(),
            current -> {
              Map<String, JsonNode> settings = new LinkedHashMap<>(current.settings());
              Map<String, JsonNode> named = named(input);
              named.remove("EventSourceArn");
              named.remove("StartingPosition");
              settings.putAll(named);
              dropEmptyCriteria(settings);
              String arn = text(settings.get("EventSourceArn"));
              String service = arn.isEmpty() ? "kafka" : service(arn);
              PollerReader.complete(service, settings);
              requireConsistent(service, settings);
              return new EventSourceMapping(
                  current.uuid(),
                  function.map(FunctionReference::arn).orElse(current.function()),
                  input.flag("Enabled").orElse(current.enabled()),
                  settings,
                  current.tags(),
                  System.currentTimeMillis());
            });
    return Response.json(202, shape(changed, EventSourceMappings.passing(before, changed)));
  }

  private Response delete(ApiRequest request) {
    return Response.json(
        202, shape(sources.delete(request.parameter("UUID")), EventSourceMappings.State.DELETING));
  }
}

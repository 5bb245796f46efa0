package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.EventInvokeRecord;
import thaw.platform.record.Refused;

/** The operations on how asynchronous requests are retried, and on where their records go. */
final class EventInvokeOperations {
  private static final String BASE = "/2019-09-25/functions/{FunctionName}/event-invoke-config";
  private static final Pattern TARGET =
      Pattern.compile("arn:aws[a-z-]*:(sqs|sns|lambda|events|s3):.*");

  private final Platform platform;

  EventInvokeOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("PutFunctionEventInvokeConfig", "PUT", BASE, this::put),
        new Operation("UpdateFunctionEventInvokeConfig", "POST", BASE, this::update),
        new Operation("GetFunctionEventInvokeConfig", "GET", BASE, this::get),
        new Operation("ListFunctionEventInvokeConfigs", "GET", BASE + "/list", this::list),
        new Operation("DeleteFunctionEventInvokeConfig", "DELETE", BASE, this::delete));
  }

  private static final EventInvokeRecord NOTHING = new EventInvokeRecord(null, null, null, null, 0);

  private Response put(ApiRequest request) {
    return kept(request, _ -> NOTHING);
  }

  private Response update(ApiRequest request) {
    return kept(
        request,
        function ->
            platform.attachments().eventInvoke(function.name(), function.qualifierOrEmpty()));
  }

  /**
   * @param known what a function that is there has so far
   */
  private Response kept(ApiRequest request, Function<FunctionReference, EventInvokeRecord> known) {
    Input input = request.input();
    Optional<Integer> retries = input.integer("MaximumRetryAttempts");
    Optional<Integer> age = input.integer("MaximumEventAgeInSeconds");
    Optional<Input> destinations = input.object("DestinationConfig");
    Optional<String> onSuccess = destination(destinations, "OnSuccess");
    Optional<String> onFailure = destination(destinations, "OnFailure");
    if (retries.isEmpty() && age.isEmpty() && destinations.isEmpty()) {
      throw ApiError.invalidParameter(
              "You must specify at least one of error handling or destination setting.")
          .refusal();
    }
    FunctionReference function = request.function();
    if (platform
        .catalog()
        .find(function.name())
        .flatMap(record -> record.version(function.qualifierOrEmpty()))
        .isEmpty()) {
      throw Refused.notFound("The function doesn't exist.");
    }
    EventInvokeRecord before = known.apply(function);
    requireTargets(function, onSuccess, onFailure);
    EventInvokeRecord config =
        new EventInvokeRecord(
            retries.orElse(before.maximumRetryAttempts()),
            age.orElse(before.maximumEventAgeSeconds()),
            chosen(onSuccess, before.onSuccess()),
            chosen(onFailure, before.onFailure()),
            System.currentTimeMillis());
    platform.attachments().putEventInvoke(function.name(), function.qualifierOrEmpty(), config);
    return Response.json(shape(function.name(), key(function), config));
  }

  private static Optional<String> destination(Optional<Input> destinations, String member) {
    return destinations
        .flatMap(object -> object.object(member))
        .flatMap(object -> object.text("Destination"));
  }

  /** An empty text takes it away. */
  private static @Nullable String chosen(Optional<String> named, @Nullable String before) {
    return named.isPresent() ? named.filter(text -> !text.isEmpty()).orElse(null) : before;
  }

  private void requireTargets(
      FunctionReference function, Optional<String> onSuccess, Optional<String> onFailure) {
    for (String target : List.of(onSuccess.orElse(""), onFailure.orElse(""))) {
      if (target.isEmpty()) {
        continue;
      }
      if (!TARGET.matcher(target).matches()) {
        throw ApiError.invalidParameter(
                "The provided destination config DestinationConfig(onSuccess="
                    + spelled("OnSuccess", onSuccess)
                    + ", onFailure="
                    + spelled("OnFailure", onFailure)
                    + ") is invalid.")
            .refusal();
      }
      if (target.split(":")[2].equals("lambda")) {
        requireFunction(function, target);
      }
    }
  }

  private static String spelled(String type, Optional<String> destination) {
    return destination.map(arn -> type + "(destination=" + arn + ")").orElse("null");
  }

  private void requireFunction(FunctionReference function, String target) {
    FunctionReference other = FunctionReference.of(target, Optional.empty());
    if (other.name().equals(function.name())) {
      throw ApiError.invalidParameter("You can't specify the function as a destination for itself.")
          .refusal();
    }
    if (platform.catalog().find(other.name()).isEmpty()) {
      throw ApiError.invalidParameter("The destination ARN " + target + " is invalid.").refusal();
    }
  }

  private static String key(FunctionReference function) {
    return function.qualifier().orElse("$LATEST");
  }

  private static ObjectNode shape(String function, String qualifier, EventInvokeRecord config) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("LastModified", ApiTimes.epochSeconds(config.modifiedMillis()))
        .put("FunctionArn", Arn.function(function, qualifier));
    if (config.maximumRetryAttempts() != null) {
      node.put("MaximumRetryAttempts", config.maximumRetryAttempts());
    }
    if (config.maximumEventAgeSeconds() != null) {
      node.put("MaximumEventAgeInSeconds", config.maximumEventAgeSeconds());
    }
    ObjectNode destinations = node.putObject("DestinationConfig");
    put(destinations.putObject("OnSuccess"), config.onSuccess());
    put(destinations.putObject("OnFailure"), config.onFailure());
    return node;
  }

  private static void put(ObjectNode node, @Nullable String destination) {
    if (destination != null) {
      node.put("Destination", destination);
    }
  }

  private Response get(ApiRequest request) {
    FunctionReference function = request.function();
    return Response.json(
        shape(
            function.name(),
            key(function),
            platform.attachments().eventInvoke(function.name(), function.qualifierOrEmpty())));
  }

  private Response list(ApiRequest request) {
    String function = request.function().name();
    List<Map.Entry<String, EventInvokeRecord>> configs =
        List.copyOf(platform.attachments().eventInvokes(function).entrySet());
    return ListPage.of("FunctionEventInvokeConfigs")
        .answer(
            request,
            configs,
            Map.Entry::getKey,
            entry -> shape(function, entry.getKey(), entry.getValue()));
  }

  private Response delete(ApiRequest request) {
    FunctionReference function = request.function();
    platform.attachments().deleteEventInvoke(function.name(), function.qualifierOrEmpty());
    return Response.nothing();
  }
}

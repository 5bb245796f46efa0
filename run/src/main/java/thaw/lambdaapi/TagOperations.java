package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.KeptResources;
import thaw.platform.Platform;
import thaw.platform.record.Refused;

/** Tags of functions, event source mappings, code signing configurations and capacity providers. */
final class TagOperations {
  private static final String TAGS = "/2017-03-31/tags/{Resource}";
  private static final int MOST_TAGS = 50;
  private final Platform platform;

  TagOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("TagResource", "POST", TAGS, this::tag),
        new Operation("UntagResource", "DELETE", TAGS, this::untag),
        new Operation("ListTags", "GET", TAGS, this::list));
  }

  static void requireFew(Map<String, String> tags) {
    if (tags.size() > MOST_TAGS) {
      throw ApiError.invalidParameter("Number of tags exceeds resource tag limit.").refusal();
    }
  }

  /** A resource that has tags. */
  private sealed interface Tagged {
    record Function(String name) implements Tagged {}

    record Mapping(String uuid) implements Tagged {}

    record Kept(KeptResources kind, String arn) implements Tagged {}
  }

  private Tagged resource(ApiRequest request) {
    String arn = request.parameter("Resource");
    String[] parts = arn.split(":", 7); // arn:aws:lambda:REGION:ACCOUNT:KIND:REST
    return switch (parts[5]) {
      case "function" -> {
        FunctionReference function =
            FunctionReference.of(arn, Optional.empty())
                .unqualified(
                    "Tags on function aliases and versions are not supported. Please specify a"
                        + " function ARN.");
        platform.catalog().get(function.name());
        yield new Tagged.Function(function.name());
      }
      case "event-source-mapping" -> {
        if (platform.resources().eventSources().find(parts[6]).isEmpty()) {
          throw Refused.notFound("Event source mapping not found: " + arn);
        }
        yield new Tagged.Mapping(parts[6]);
      }
      case "code-signing-config" -> kept(platform.resources().codeSigning().configs(), arn);
      case "capacity-provider" -> kept(platform.resources().capacity().providers(), arn);
      default -> throw Refused.notFound("Resource not found: " + arn);
    };
  }

  private static Tagged kept(KeptResources kind, String arn) {
    return new Tagged.Kept(kind, kind.get(arn).arn());
  }

  private Response tag(ApiRequest request) {
    Input input = request.input();
    input.requirePresent("Tags");
    input.requireValid();
    Tagged resource = resource(request);
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    if (tags.isEmpty()) {
      throw ApiError.invalidParameter("An error occurred and the request cannot be processed.")
          .refusal();
    }
    switch (resource) {
      case Tagged.Function(String name) -> platform.attachments().tag(name, tags);
      case Tagged.Mapping(String uuid) -> platform.resources().eventSources().tag(uuid, tags);
      case Tagged.Kept(KeptResources kind, String arn) -> kind.tag(arn, tags);
    }
    return Response.nothing();
  }

  private Response untag(ApiRequest request) {
    List<String> keys = request.query().apply("tagKeys");
    switch (resource(request)) {
      case Tagged.Function(String name) -> platform.attachments().untag(name, keys);
      case Tagged.Mapping(String uuid) -> platform.resources().eventSources().untag(uuid, keys);
      case Tagged.Kept(KeptResources kind, String arn) -> kind.untag(arn, keys);
    }
    return Response.nothing();
  }

  private Response list(ApiRequest request) {
    Map<String, String> tags =
        switch (resource(request)) {
          case Tagged.Function(String name) -> platform.attachments().tags(name);
          case Tagged.Mapping(String uuid) -> platform.resources().eventSources().get(uuid).tags();
          case Tagged.Kept(KeptResources kind, String arn) -> kind.get(arn).tags();
        };
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode members = node.putObject("Tags");
    tags.forEach(members::put);
    return Response.json(node);
  }
}

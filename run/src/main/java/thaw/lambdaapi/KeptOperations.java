package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.platform.KeptResources;
import thaw.platform.record.KeptResource;

/**
 * Answers the operations on a kind of resource that is only kept and given back.
 *
 * @param name of the member that describes one, such as CapacityProvider
 * @param hasState whether a description has a state, and changes are told to be under way
 * @param arn of the one that a request is about
 * @param newArn of the one that a request creates
 * @param members what a resource has after a request, from what it had before; nothing of a new one
 */
record KeptOperations(
    KeptResources kept,
    String name,
    boolean hasState,
    Function<ApiRequest, String> arn,
    Function<Input, String> newArn,
    BiFunction<Input, Map<String, JsonNode>, Map<String, JsonNode>> members) {
  private static final String ACTIVE = "Active";

  Response create(ApiRequest request) {
    Input input = request.input();
    Map<String, JsonNode> made = members.apply(input, Map.of());
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    TagOperations.requireFew(tags);
    return described(hasState ? 202 : 201, kept.create(newArn.apply(input), made, tags), "Pending");
  }

  private Response described(int status, KeptResource resource, String state) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set(name, shape(resource, state));
    return Response.json(status, node);
  }

  private ObjectNode shape(KeptResource resource, String state) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(name + "Arn", resource.arn())
        .put(hasState ? "State" : name + "Id", hasState ? state : resource.id());
    resource.members().forEach(node::set);
    return node.put("LastModified", ApiTimes.withMillis(resource.modifiedMillis()));
  }

  Response list(ApiRequest request) {
    boolean wanted = !hasState || request.queried("State").orElse(ACTIVE).equals(ACTIVE);
    return ListPage.of(name + "s")
        .answer(
            request,
            wanted ? kept.all() : List.of(),
            KeptResource::arn,
            resource -> shape(resource, ACTIVE));
  }

  Response get(ApiRequest request) {
    return described(200, kept.get(arn.apply(request)), ACTIVE);
  }

  Response update(ApiRequest request) {
    Input input = request.input();
    KeptResource changed = kept.update(arn.apply(request), before -> members.apply(input, before));
    return described(hasState ? 202 : 200, changed, ACTIVE);
  }

  Response delete(ApiRequest request) {
    KeptResource deleted = kept.delete(arn.apply(request));
    return hasState ? described(202, deleted, "Deleting") : Response.nothing();
  }
}

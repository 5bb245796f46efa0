package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.function.Region;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.QueryFault;
import thaw.lambdaapi.url.UrlAddress;
import thaw.platform.Platform;
import thaw.platform.record.FunctionRecord;

/**
 * Answers what tools ask CloudFormation, and the services beside it, about what is deployed: which
 * resources a stack has, and where its functions and APIs are. Whatever name a caller has for the
 * stack, it is the one that runs here. Refuses to change it.
 */
final class StackOperations {
  private static final String DEFAULT_NAME = "thaw";
  private static final String STATUS = "CREATE_COMPLETE";

  /** Statuses of a stack, in the order of the service model, in which a refusal has them. */
  private static final List<String> STATUSES =
      List.of(
          "CREATE_IN_PROGRESS",
          "CREATE_FAILED",
          STATUS,
          "ROLLBACK_IN_PROGRESS",
          "ROLLBACK_FAILED",
          "ROLLBACK_COMPLETE",
          "DELETE_IN_PROGRESS",
          "DELETE_FAILED",
          "DELETE_COMPLETE",
          "UPDATE_IN_PROGRESS",
          "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
          "UPDATE_COMPLETE",
          "UPDATE_FAILED",
          "UPDATE_ROLLBACK_IN_PROGRESS",
          "UPDATE_ROLLBACK_FAILED",
          "UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS",
          "UPDATE_ROLLBACK_COMPLETE",
          "REVIEW_IN_PROGRESS",
          "IMPORT_IN_PROGRESS",
          "IMPORT_COMPLETE",
          "IMPORT_ROLLBACK_IN_PROGRESS",
          "IMPORT_ROLLBACK_FAILED",
          "IMPORT_ROLLBACK_COMPLETE");

  /** The answer to tools that deploy. */
  static final String NO_TARGET =
      "Thaw is no target of deployments, it runs the template where it is: thaw run FOLDER. To"
          + " deploy to AWS, call without AWS_ENDPOINT_URL";

  /** The stack that SAM CLI makes for itself before it deploys. */
  private static final String OF_SAM = "aws-sam-cli-managed";

  private final Platform platform;
  private final Stack stack;
  private final Instant started = Instant.now();

  StackOperations(Platform platform, Stack stack) {
    this.platform = platform;
    this.stack = stack;
  }

  /**
   * Returns the operations of API Gateway, of both versions, that {@code sam list endpoints} asks
   * for.
   */
  List<Operation> operations() {
    return List.of(
        new Operation(
            "GetStages (API Gateway)",
            "GET",
            "/restapis/{ApiId}/stages",
            request -> stages(request, "item", "stageName")),
        new Operation(
            "GetStages (API Gateway V2)",
            "GET",
            "/v2/apis/{ApiId}/stages",
            request -> stages(request, "items", "stageName")));
  }

  private Response stages(ApiRequest request, String list, String member) {
    String stage = stack.stages().get(request.parameter("ApiId"));
    if (stage == null) {
      throw new ApiError(
              404,
              "NotFoundException",
              "message",
              "Invalid API identifier specified: " + request.parameter("ApiId"),
              Map.of())
          .refusal();
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putArray(list).addObject().put(member, stage);
    return Response.json(node);
  }

  /**
   * An action of CloudFormation's.
   *
   * @return what stands in the result; absent when there is no such action here
   */
  Optional<String> answer(String action, Map<String, String> form) throws QueryFault {
    return switch (action) {
      case "ListStackResources" ->
          Optional.of(
              members("StackResourceSummaries", described(form, "LastUpdatedTimestamp", false)));
      case "DescribeStackResources" ->
          Optional.of(members("StackResources", described(form, "Timestamp", true)));
      case "DescribeStackResource" ->
          Optional.of("<StackResourceDetail>" + one(form) + "</StackResourceDetail>");
      case "DescribeStacks" -> Optional.of(members("Stacks", List.of(stack(form))));
      case "ListStacks" -> Optional.of(members("StackSummaries", listed(form)));
      default -> Optional.empty();
    };
  }

  private List<String> described(Map<String, String> form, String time, boolean whole)
      throws QueryFault {
    String physical = form.getOrDefault("PhysicalResourceId", "");
    String logical = form.getOrDefault("LogicalResourceId", "");
    List<String> found =
        resources().stream()
            .filter(each -> physical.isEmpty() || each.physicalId().equals(physical))
            .filter(each -> logical.isEmpty() || each.logicalId().equals(logical))
            .map(each -> (whole ? identity(name(form)) : "") + members(each, time))
            .toList();
    if (found.isEmpty() && !physical.isEmpty()) {
      throw new QueryFault("Stack for " + physical + " does not exist: no such resource");
    }
    return found;
  }

  private String one(Map<String, String> form) throws QueryFault {
    String logical = form.getOrDefault("LogicalResourceId", "");
    return resources().stream()
        .filter(each -> each.logicalId().equals(logical))
        .findFirst()
        .map(each -> identity(name(form)) + members(each, "LastUpdatedTimestamp"))
        .orElseThrow(() ->
            new QueryFault("Resource " + logical + " does not exist for stack " + name(form)));
  }

  /** The template's but for functions that are deleted, then functions that clients have made. */
  private List<Stack.Resource> resources() {
    List<String> functions = platform.catalog().all().stream().map(FunctionRecord::name).toList();
    List<Stack.Resource> all =
        new ArrayList<>(
            stack.resources().stream()
                .filter(each ->
                    !each.type().equals(Stack.FUNCTION) || functions.contains(each.physicalId()))
                .toList());
    Set<String> known =
        all.stream()
            .filter(each -> each.type().equals(Stack.FUNCTION))
            .map(Stack.Resource::physicalId)
            .collect(Collectors.toSet());
    functions.stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> all.add(new Stack.Resource(name, Stack.FUNCTION, name)));
    return all;
  }

  /** Returns the caller's name for the stack, which an ARN contains. */
  private static String name(Map<String, String> form) {
    String written = form.getOrDefault("StackName", "");
    String[] parts = written.split("/", -1);
    return written.isEmpty() ? DEFAULT_NAME : parts.length > 1 ? parts[1] : written;
  }

  private static String identity(String name) {
    String id =
        "arn:aws:cloudformation:%s:%s:stack/%s/%s"
            .formatted(Region.own(), Region.ACCOUNT, name, DEFAULT_NAME);
    return QueryXml.text("StackName", name) + QueryXml.text("StackId", id);
  }

  private String members(Stack.Resource resource, String time) {
    return QueryXml.text("LogicalResourceId", resource.logicalId())
        + QueryXml.text("PhysicalResourceId", resource.physicalId())
        + QueryXml.text("ResourceType", resource.type())
        + QueryXml.text("ResourceStatus", STATUS)
        + QueryXml.text(time, started.toString());
  }

  /** The one stack, by the name that it has where a caller gives none. */
  private List<String> listed(Map<String, String> form) throws QueryFault {
    List<String> wanted =
        form.entrySet().stream()
            .filter(member -> member.getKey().startsWith("StackStatusFilter.member."))
            .map(Map.Entry::getValue)
            .toList();
    if (!STATUSES.containsAll(wanted)) {
      throw new QueryFault(
          "1 validation error detected: Value '[%s]' at 'stackStatusFilter' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [%s]]"
              .formatted(String.join(", ", wanted), String.join(", ", STATUSES)));
    }
    return wanted.isEmpty() || wanted.contains(STATUS) ? List.of(summary(DEFAULT_NAME)) : List.of();
  }

  private String summary(String name) {
    return identity(name)
        + QueryXml.text("CreationTime", started.toString())
        + QueryXml.text("StackStatus", STATUS);
  }

  private String stack(Map<String, String> form) throws QueryFault {
    if (name(form).startsWith(OF_SAM)) {
      throw new QueryFault("Stack with id " + name(form) + " does not exist: " + NO_TARGET);
    }
    return summary(name(form))
        + members(
            "Outputs",
            stack.outputs().get().stream()
                .map(output ->
                    QueryXml.text("OutputKey", output.name())
                        + QueryXml.text("OutputValue", output.value()))
                .toList());
  }

  private static String members(String list, List<String> members) {
    return "<%s>%s</%s>"
        .formatted(
            list,
            members.stream()
                .map(member -> "<member>" + member + "</member>")
                .collect(Collectors.joining()),
            list);
  }

  /** Cloud Control's GetResource, of which SAM wants the URL of a function alone. */
  Response resource(ApiRequest request, Input input) {
    String type = input.text("TypeName").orElse("");
    String identifier = input.text("Identifier").orElse("");
    if (!type.equals("AWS::Lambda::Url")) {
      throw fault("UnsupportedActionException", "Thaw has no resources of type " + type);
    }
    FunctionReference function = FunctionReference.of(identifier, Optional.empty());
    return platform
        .attachments()
        .url(function.name(), function.qualifierOrEmpty())
        .map(url -> {
          ObjectNode properties = JsonNodeFactory.instance.objectNode();
          properties
              .put("FunctionArn", function.arn())
              .put("FunctionUrl", UrlAddress.url(url.id(), URI.create(request.origin()).getPort()))
              .put("AuthType", url.authType());
          ObjectNode node = JsonNodeFactory.instance.objectNode().put("TypeName", type);
          node.putObject("ResourceDescription")
              .put("Identifier", identifier)
              .put("Properties", properties.toString());
          return Response.json(node);
        })
        .orElseThrow(() ->
            fault(
                "ResourceNotFoundException",
                "Resource of type '%s' with identifier '%s' was not found."
                    .formatted(type, identifier)));
  }

  /** Returns a refusal in the form that clients of the JSON protocol read. */
  private static ApiError.Refusal fault(String type, String message) {
    return new ApiError(400, type, "message", message, Map.of("__type", type)).refusal();
  }
}

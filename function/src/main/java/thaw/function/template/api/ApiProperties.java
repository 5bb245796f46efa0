package thaw.function.template.api;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import thaw.function.Api;
import thaw.function.template.Template;
import thaw.template.TemplateValue;

/**
 * The property names of APIs and of the events that lead to them, from the SAM reference, to tell a
 * misspelt property from one that Thaw has no use for.
 */
final class ApiProperties {
  private static final Set<String> COMMON =
      Set.of(
          "Auth",
          "DefinitionBody",
          "DefinitionUri",
          "Description",
          "DisableExecuteApiEndpoint",
          "Domain",
          "FailOnWarnings",
          "Name",
          "PropagateTags",
          "StageName",
          "Tags");
  private static final Set<String> REST =
      Set.of(
          "AccessLogSetting",
          "AlwaysDeploy",
          "ApiKeySourceType",
          "BinaryMediaTypes",
          "CacheClusterEnabled",
          "CacheClusterSize",
          "CanarySetting",
          "Cors",
          "EndpointConfiguration",
          "GatewayResponses",
          "MergeDefinitions",
          "MethodSettings",
          "MinimumCompressionSize",
          "Mode",
          "Models",
          "OpenApiVersion",
          "Policy",
          "SecurityPolicy",
          "TracingEnabled",
          "Variables");
  private static final Set<String> HTTP =
      Set.of(
          "AccessLogSettings",
          "CorsConfiguration",
          "DefaultRouteSettings",
          "RouteSettings",
          "StageVariables");
  private static final Set<String> REST_EVENT =
      Set.of(
          "Auth",
          "Method",
          "Path",
          "RequestModel",
          "RequestParameters",
          "ResponseTransferMode",
          "RestApiId",
          "TimeoutInMillis");
  private static final Set<String> HTTP_EVENT =
      Set.of(
          "ApiId",
          "Auth",
          "Method",
          "Path",
          "PayloadFormatVersion",
          "RouteSettings",
          "TimeoutInMillis");

  private ApiProperties() {}

  /** Says which properties do not exist, with the name that was probably meant. */
  static void checkApi(Api.Kind kind, TemplateValue.Members properties, Consumer<String> warnings) {
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(kind == Api.Kind.REST ? REST : HTTP);
    Template.warnOfUnknown(
        kind == Api.Kind.REST ? "a REST API" : "an HTTP API", properties, known, warnings);
  }

  static void checkEvent(
      Api.Kind kind, TemplateValue.Members properties, Consumer<String> warnings) {
    Template.warnOfUnknown(
        kind == Api.Kind.REST ? "an event of type Api" : "an event of type HttpApi",
        properties,
        kind == Api.Kind.REST ? REST_EVENT : HTTP_EVENT,
        warnings);
  }
}

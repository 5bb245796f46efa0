package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.function.FunctionUrl;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.ResourcePolicy;
import thaw.platform.record.UrlConfig;

/**
 * The URL that a template gives to a function, with the permission that SAM adds to a public one.
 * Its address is the same at each start.
 */
final class TemplateUrl {
  private static final String STATEMENT = "FunctionUrlPublicPermissions";

  private TemplateUrl() {}

  /**
   * @param qualifier the alias to which it leads; empty for the function itself
   */
  static FunctionRecord given(
      FunctionRecord function, String qualifier, FunctionUrl url, long nowMillis) {
    UrlConfig before = function.urls().get(qualifier);
    UrlConfig config =
        new UrlConfig(
            before == null
                ? FunctionUrl.id(function.name() + (qualifier.isEmpty() ? "" : ":" + qualifier))
                : before.id(),
            qualifier,
            url.authType(),
            url.cors().map(TemplateUrl::cors).orElse(null),
            url.invokeMode().orElse(null),
            before == null ? nowMillis : before.createdMillis(),
            nowMillis);
    return function
        .withUrl(qualifier, config)
        .withPolicy(qualifier, policy(function, qualifier, url.authType()));
  }

  private static ResourcePolicy policy(FunctionRecord function, String qualifier, String authType) {
    ResourcePolicy policy = function.policies().getOrDefault(qualifier, ResourcePolicy.EMPTY);
    if (policy.statements().containsKey(STATEMENT)) {
      policy = policy.without(STATEMENT);
    }
    return authType.equals("NONE")
        ? policy.withOwn(STATEMENT, everybody(function.name(), qualifier))
        : policy;
  }

  private static JsonNode everybody(String function, String qualifier) {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement
        .put("Sid", STATEMENT)
        .put("Effect", "Allow")
        .put("Principal", "*")
        .put("Action", "lambda:InvokeFunctionUrl")
        .put("Resource", Arn.function(function, qualifier));
    statement
        .putObject("Condition")
        .putObject("StringEquals")
        .put("lambda:FunctionUrlAuthType", "NONE");
    return statement;
  }

  private static @Nullable JsonNode cors(FunctionUrl.Cors cors) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    cors.allowCredentials().ifPresent(allowed -> node.put("AllowCredentials", allowed));
    put(node, "AllowHeaders", cors.allowHeaders());
    put(node, "AllowMethods", cors.allowMethods());
    put(node, "AllowOrigins", cors.allowOrigins());
    put(node, "ExposeHeaders", cors.exposeHeaders());
    cors.maxAgeSeconds().ifPresent(age -> node.put("MaxAge", age));
    return node;
  }

  private static void put(ObjectNode node, String name, Optional<List<String>> values) {
    values.ifPresent(all -> all.forEach(node.putArray(name)::add));
  }
}

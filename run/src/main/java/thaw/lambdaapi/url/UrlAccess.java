package thaw.lambdaapi.url;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.http.Response;
import thaw.platform.record.PolicyPattern;
import thaw.platform.record.ResourcePolicy;

/**
 * The access check of function URLs. A URL of type NONE needs a permission for everybody, as
 * recorded on AWS; one of type AWS_IAM needs a signature, which is looked at and not checked.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html">Control access to
 *     Lambda function URLs</a>
 */
final class UrlAccess {
  private static final String ACTION = "lambda:InvokeFunctionUrl";
  private static final String SCOPE = "([^/\\s,]+)/\\d{8}/(?:[a-z0-9-]+/)?lambda/aws4_request";
  private static final Pattern SIGNATURE =
      Pattern.compile(
          "AWS4-(?:HMAC|ECDSA-P256)-SHA256\\s+Credential="
              + SCOPE
              + "\\s*,\\s*SignedHeaders=[^\\s,]+\\s*,\\s*Signature=[0-9a-fA-F]+");
  private static final Pattern CREDENTIAL = Pattern.compile(SCOPE);

  private UrlAccess() {}

  /** Returns the refusal in AWS's words. */
  static Response forbidden() {
    return denied(
        "\"Forbidden. For troubleshooting Function URL authorization issues, see:"
            + " https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html\"");
  }

  /** Returns the answer to a request for a URL that does not exist. */
  static Response unknown() {
    return denied("null");
  }

  private static Response denied(String message) {
    return new Response(
        403,
        Map.of("x-amzn-ErrorType", "AccessDeniedException"),
        ("{\"Message\":" + message + "}").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * @param policy of the function, or of the alias that the URL belongs to
   */
  static boolean isPublic(ResourcePolicy policy) {
    return policy.statements().values().stream().noneMatch(UrlAccess::keepsOut)
        && policy.statements().values().stream().anyMatch(UrlAccess::letsEverybodyIn);
  }

  /**
   * Returns whether a statement keeps somebody out of URLs. Whom it is about, and under which
   * conditions, is not looked at.
   */
  private static boolean keepsOut(JsonNode statement) {
    return statement.path("Effect").asText().equals("Deny")
        && (statement.has("NotAction") || isAboutUrls(statement));
  }

  private static boolean isAboutUrls(JsonNode statement) {
    return PolicyPattern.anyMatches(statement.path("Action"), ACTION);
  }

  private static boolean letsEverybodyIn(JsonNode statement) {
    JsonNode principal = statement.path("Principal");
    JsonNode named = principal.isObject() ? principal.path("AWS") : principal;
    boolean everybody = false;
    for (JsonNode each : named.isArray() ? named : List.of(named)) {
      everybody |= each.asText().equals("*");
    }
    return statement.path("Effect").asText().equals("Allow")
        && everybody
        && isAboutUrls(statement)
        && holds(statement.path("Condition"));
  }

  /** Tells whether the conditions hold. One about anything unknown does not. */
  private static boolean holds(JsonNode conditions) {
    for (Map.Entry<String, JsonNode> operator : conditions.properties()) {
      for (Map.Entry<String, JsonNode> condition : operator.getValue().properties()) {
        String value = condition.getValue().asText();
        boolean met =
            switch (operator.getKey() + " " + condition.getKey()) {
              case "StringEquals lambda:FunctionUrlAuthType" -> value.equals("NONE");
              case "Bool lambda:InvokedViaFunctionUrl" -> value.equals("true");
              default -> false;
            };
        if (!met) {
          return false;
        }
      }
    }
    return true;
  }

  /** The access key of whoever has signed the request. */
  static Optional<String> signer(UrlRequest request) {
    Matcher header = SIGNATURE.matcher(request.header("authorization").orElse(""));
    if (header.matches()) {
      return Optional.of(header.group(1));
    }
    Map<String, String> query = UrlEvent.parameters(request.rawQuery());
    Matcher credential = CREDENTIAL.matcher(query.getOrDefault("X-Amz-Credential", ""));
    return query.containsKey("X-Amz-Signature") && credential.matches()
        ? Optional.of(credential.group(1))
        : Optional.empty();
  }
}

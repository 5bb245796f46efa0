package thaw.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import thaw.function.ApiAuthorizer;
import thaw.function.Region;
import thaw.json.Json;

/**
 * Credentials that are looked at and not checked: the claims of tokens, and signatures by access
 * keys. Whoever issued them is elsewhere.
 */
final class TokenClaims {
  private static final String BEARER = "Bearer ";
  private static final int PAYLOAD = 1;
  private static final int PARTS = 3;

  private TokenClaims() {}

  static AuthorizerVerdict ofToken(ProxyCall call, ApiAuthorizer.Claims authorizer) {
    String header = call.in().header(authorizer.header()).orElse("");
    boolean bearer = header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    String token = bearer ? header.substring(BEARER.length()) : header;
    Optional<JsonNode> payload = payload(token.strip()).filter(JsonNode::isObject);
    if (payload.isEmpty()) {
      return new AuthorizerVerdict.Out(
          Refusal.unauthorized(),
          token.isBlank()
              ? "the request lacks header " + authorizer.header()
              : "the token is no JWT: three parts divided by dots, the second one claims as JSON in"
                  + " Base64; no signature is checked");
    }
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    ObjectNode parent = call.isRest() ? told : told.putObject("jwt");
    ObjectNode claims = parent.putObject("claims");
    for (Map.Entry<String, JsonNode> claim : payload.get().properties()) {
      claims.put(claim.getKey(), text(claim.getValue()));
    }
    if (!call.isRest()) {
      parent.putNull("scopes");
    }
    return AuthorizerVerdict.in(told);
  }

  private static Optional<JsonNode> payload(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      return Json.read(Base64.getUrlDecoder().decode(parts[PAYLOAD]));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Events have all claims as texts: lists as {@code [a b]}. */
  private static String text(JsonNode claim) {
    if (!claim.isArray()) {
      return claim.isValueNode() ? claim.asText() : claim.toString();
    }
    StringJoiner list = new StringJoiner(" ", "[", "]");
    claim.forEach(item -> list.add(item.asText()));
    return list.toString();
  }

  static AuthorizerVerdict ofSignature(ProxyCall call) {
    String header = call.in().header("authorization").orElse("");
    boolean signed =
        header.startsWith("AWS4-") || call.in().parameters().containsKey("X-Amz-Signature");
    if (!signed) {
      return new AuthorizerVerdict.Out(
          call.isRest() ? Refusal.unknownRoute(call.api().kind()) : Refusal.forbidden());
    }
    if (call.isRest()) {
      return new AuthorizerVerdict.In(Optional.empty(), Optional.empty());
    }
    String account = Region.ACCOUNT;
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    told.putObject("iam")
        .put("accountId", account)
        .put("callerId", account)
        .putNull("cognitoIdentity")
        .putNull("principalOrgId")
        .put("userArn", "arn:aws:iam::" + account + ":root")
        .put("userId", account);
    return AuthorizerVerdict.in(told);
  }
}

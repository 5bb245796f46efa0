package thaw.apigateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import thaw.function.Api;
import thaw.function.ApiKey;
import thaw.function.ApiRoute;
import thaw.function.Region;

/**
 * A request on its way to a function.
 *
 * @param parameters of the path
 * @param gatewayId the id that API Gateway gives to a request beside the UUID
 * @param granted what the gateway learned of who calls
 */
record ProxyCall(
    Api api,
    ApiRoute route,
    Map<String, String> parameters,
    Incoming in,
    String gatewayId,
    Granted granted) {
  /**
   * The identity of the caller, as far as it was asked for.
   *
   * @param authorizer the event's {@code requestContext.authorizer}
   * @param key the API key that was sent and is valid
   */
  record Granted(Optional<ObjectNode> authorizer, Optional<ApiKey> key) {
    static final Granted UNASKED = new Granted(Optional.empty(), Optional.empty());
  }

  ProxyCall with(Granted who) {
    return new ProxyCall(api, route, parameters, in, gatewayId, who);
  }

  boolean isRest() {
    return api.kind() == Api.Kind.REST;
  }

  /** The path with its stage, as callers of AWS's own domain write it; not decoded. */
  String rawStagePath() {
    return api.stage().equals(Api.DEFAULT_STAGE) ? in.rawPath() : "/" + api.stage() + in.rawPath();
  }

  /** The same as an HTTP API hands it on. */
  String stagePath() {
    return QueryString.decodedTwice(rawStagePath()).orElseGet(this::rawStagePath);
  }

  /** The host that the client named; its first label, where it is a domain of AWS's form. */
  String domainPrefix() {
    String host = in.host();
    int dot = host.indexOf('.');
    boolean ofAws = host.regionMatches(true, Math.max(dot, 0), ".execute-api.", 0, 13);
    return ofAws ? host.substring(0, dot) : api.id();
  }

  /** Returns the ARN that policies name. */
  String methodArn() {
    return "arn:aws:execute-api:"
        + Region.own()
        + ":"
        + Region.ACCOUNT
        + ":"
        + api.id()
        + "/"
        + api.stage()
        + "/"
        + in.method()
        + in.rawPath();
  }
}

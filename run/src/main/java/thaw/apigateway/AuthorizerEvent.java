package thaw.apigateway;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import thaw.function.ApiAuthorizer;
import thaw.function.PayloadFormat;
import thaw.json.Json;

/**
 * Makes the event that an authorizer gets.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html">
 *     Input to a Lambda authorizer of a REST API</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html">
 *     Lambda authorizers of HTTP APIs</a>
 */
final class AuthorizerEvent {
  private AuthorizerEvent() {}

  /**
   * @param identity values of the authorizer's sources
   */
  static byte[] of(ProxyCall call, ApiAuthorizer.Lambda authorizer, List<String> identity) {
    return Json.object(event -> {
      if (authorizer.token()) {
        event.writeStringField("type", "TOKEN");
        event.writeStringField("methodArn", call.methodArn());
        event.writeStringField("authorizationToken", identity.getFirst());
      } else if (authorizer.format() == PayloadFormat.V2) {
        second(event, call, identity);
      } else {
        first(event, call, identity);
      }
    });
  }

  private static void first(JsonGenerator event, ProxyCall call, List<String> identity)
      throws IOException {
    if (!call.isRest()) {
      event.writeStringField("version", "1.0");
    }
    event.writeStringField("type", "REQUEST");
    event.writeStringField("methodArn", call.methodArn());
    if (!call.isRest()) {
      event.writeStringField("identitySource", String.join(",", identity));
      event.writeStringField("authorizationToken", String.join(",", identity));
    }
    FirstFormat.request(event, call, 0, !call.isRest());
  }

  private static void second(JsonGenerator event, ProxyCall call, List<String> identity)
      throws IOException {
    event.writeStringField("version", "2.0");
    event.writeStringField("type", "REQUEST");
    event.writeStringField("routeArn", call.methodArn());
    event.writeArrayFieldStart("identitySource");
    for (String value : identity) {
      event.writeString(value);
    }
    event.writeEndArray();
    SecondFormat.request(event, call, 0);
  }
}

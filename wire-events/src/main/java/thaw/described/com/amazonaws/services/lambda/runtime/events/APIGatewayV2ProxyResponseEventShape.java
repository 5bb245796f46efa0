package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2ProxyResponseEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A response of a WebSocket API, by its older class. */
@SuppressWarnings("deprecation") // of the class that is described
public final class APIGatewayV2ProxyResponseEventShape
    extends ObjectShape<APIGatewayV2ProxyResponseEvent> {
  private static final Field IS_BASE64_ENCODED = Field.of(1, "isBase64Encoded");
  private static final Field STATUS_CODE = Field.of(2, "statusCode");
  private static final Field HEADERS = Field.of(3, "headers");
  private static final Field MULTI_VALUE_HEADERS = Field.of(4, "multiValueHeaders");
  private static final Field BODY = Field.of(5, "body");

  /** For any thread. */
  public APIGatewayV2ProxyResponseEventShape() {}

  @Override
  protected APIGatewayV2ProxyResponseEvent blank() {
    return new APIGatewayV2ProxyResponseEvent();
  }

  @Override
  protected APIGatewayV2ProxyResponseEvent fields(Wire w, APIGatewayV2ProxyResponseEvent e) {
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.isIsBase64Encoded()));
    e.setStatusCode(w.int32(STATUS_CODE, e.getStatusCode()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setMultiValueHeaders(
        w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRING_ARRAY));
    e.setBody(w.string(BODY, e.getBody()));
    return e;
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A response of a REST API, or of an HTTP API with payload format 1.0. */
public final class APIGatewayProxyResponseEventShape
    extends ObjectShape<APIGatewayProxyResponseEvent> {
  private static final Field STATUS_CODE = Field.of(1, "statusCode");
  private static final Field HEADERS = Field.of(2, "headers");
  private static final Field MULTI_VALUE_HEADERS = Field.of(3, "multiValueHeaders");
  private static final Field BODY = Field.of(4, "body");
  private static final Field IS_BASE64_ENCODED = Field.of(5, "isBase64Encoded");

  /** For any thread. */
  public APIGatewayProxyResponseEventShape() {}

  @Override
  protected APIGatewayProxyResponseEvent blank() {
    return new APIGatewayProxyResponseEvent();
  }

  @Override
  protected APIGatewayProxyResponseEvent fields(Wire w, APIGatewayProxyResponseEvent e) {
    e.setStatusCode(w.value(STATUS_CODE, e.getStatusCode(), Values.INT32));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setMultiValueHeaders(w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRINGS));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.value(IS_BASE64_ENCODED, e.getIsBase64Encoded(), Values.BOOL));
    return e;
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A response of an HTTP API or a function URL, in payload format 2.0. */
public final class APIGatewayV2HTTPResponseShape extends ObjectShape<APIGatewayV2HTTPResponse> {
  private static final Field STATUS_CODE = Field.of(1, "statusCode");
  private static final Field HEADERS = Field.of(2, "headers");
  private static final Field MULTI_VALUE_HEADERS = Field.of(3, "multiValueHeaders");
  private static final Field COOKIES = Field.of(4, "cookies");
  private static final Field BODY = Field.of(5, "body");
  private static final Field IS_BASE64_ENCODED = Field.of(6, "isBase64Encoded");

  /** For any thread. */
  public APIGatewayV2HTTPResponseShape() {}

  @Override
  protected APIGatewayV2HTTPResponse blank() {
    return new APIGatewayV2HTTPResponse();
  }

  @Override
  protected APIGatewayV2HTTPResponse fields(Wire w, APIGatewayV2HTTPResponse e) {
    e.setStatusCode(w.int32(STATUS_CODE, e.getStatusCode()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setMultiValueHeaders(w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRINGS));
    e.setCookies(w.list(COOKIES, e.getCookies(), Values.STRING));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.getIsBase64Encoded()));
    return e;
  }
}

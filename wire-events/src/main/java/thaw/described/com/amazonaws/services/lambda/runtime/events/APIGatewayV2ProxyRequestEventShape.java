package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2ProxyRequestEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A message of a WebSocket API, by its older class. */
@SuppressWarnings("deprecation") // of the class that is described
public final class APIGatewayV2ProxyRequestEventShape
    extends ObjectShape<APIGatewayV2ProxyRequestEvent> {
  private static final Field RESOURCE = Field.of(1, "resource");
  private static final Field PATH = Field.of(2, "path");
  private static final Field HTTP_METHOD = Field.of(3, "httpMethod");
  private static final Field HEADERS = Field.of(4, "headers");
  private static final Field MULTI_VALUE_HEADERS = Field.of(5, "multiValueHeaders");
  private static final Field QUERY_STRING_PARAMETERS = Field.of(6, "queryStringParameters");
  private static final Field MULTI_VALUE_QUERY_STRING_PARAMETERS =
      Field.of(7, "multiValueQueryStringParameters");
  private static final Field PATH_PARAMETERS = Field.of(8, "pathParameters");
  private static final Field STAGE_VARIABLES = Field.of(9, "stageVariables");
  private static final Field REQUEST_CONTEXT = Field.of(10, "requestContext");
  private static final Field BODY = Field.of(11, "body");
  private static final Field IS_BASE64_ENCODED = Field.of(12, "isBase64Encoded");

  /** For any thread. */
  public APIGatewayV2ProxyRequestEventShape() {}

  @Override
  protected APIGatewayV2ProxyRequestEvent blank() {
    return new APIGatewayV2ProxyRequestEvent();
  }

  @Override
  protected APIGatewayV2ProxyRequestEvent fields(Wire w, APIGatewayV2ProxyRequestEvent e) {
    e.setResource(w.string(RESOURCE, e.getResource()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setMultiValueHeaders(w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRINGS));
    e.setQueryStringParameters(
        w.map(QUERY_STRING_PARAMETERS, e.getQueryStringParameters(), Values.STRING));
    e.setMultiValueQueryStringParameters(
        w.map(
            MULTI_VALUE_QUERY_STRING_PARAMETERS,
            e.getMultiValueQueryStringParameters(),
            Values.STRINGS));
    e.setPathParameters(w.map(PATH_PARAMETERS, e.getPathParameters(), Values.STRING));
    e.setStageVariables(w.map(STAGE_VARIABLES, e.getStageVariables(), Values.STRING));
    e.setRequestContext(
        w.value(
            REQUEST_CONTEXT,
            e.getRequestContext(),
            APIGatewayV2WebSocketEventShape.REQUEST_CONTEXT_PART));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.isIsBase64Encoded()));
    return e;
  }
}

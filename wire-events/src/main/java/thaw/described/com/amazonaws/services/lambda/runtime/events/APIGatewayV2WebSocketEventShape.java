package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent.RequestIdentity;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A message of a WebSocket API. */
public final class APIGatewayV2WebSocketEventShape extends Parts<APIGatewayV2WebSocketEvent> {
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
  private static final Field ACCOUNT_ID = Field.of(13, "accountId");
  private static final Field RESOURCE_ID = Field.of(14, "resourceId");
  private static final Field STAGE = Field.of(15, "stage");
  private static final Field REQUEST_ID = Field.of(16, "requestId");
  private static final Field IDENTITY = Field.of(17, "identity");
  private static final Field AUTHORIZER = Field.of(18, "authorizer");
  private static final Field API_ID = Field.of(19, "apiId");
  private static final Field CONNECTED_AT = Field.of(20, "connectedAt");
  private static final Field CONNECTION_ID = Field.of(21, "connectionId");
  private static final Field DOMAIN_NAME = Field.of(22, "domainName");
  private static final Field ERROR = Field.of(23, "error");
  private static final Field EVENT_TYPE = Field.of(24, "eventType");
  private static final Field EXTENDED_REQUEST_ID = Field.of(25, "extendedRequestId");
  private static final Field INTEGRATION_LATENCY = Field.of(26, "integrationLatency");
  private static final Field MESSAGE_DIRECTION = Field.of(27, "messageDirection");
  private static final Field MESSAGE_ID = Field.of(28, "messageId");
  private static final Field REQUEST_TIME = Field.of(29, "requestTime");
  private static final Field REQUEST_TIME_EPOCH = Field.of(30, "requestTimeEpoch");
  private static final Field ROUTE_KEY = Field.of(31, "routeKey");
  private static final Field STATUS = Field.of(32, "status");
  private static final Field RESOURCE_PATH = Field.of(33, "resourcePath");
  private static final Field COGNITO_IDENTITY_POOL_ID = Field.of(34, "cognitoIdentityPoolId");
  private static final Field COGNITO_IDENTITY_ID = Field.of(35, "cognitoIdentityId");
  private static final Field CALLER = Field.of(36, "caller");
  private static final Field API_KEY = Field.of(37, "apiKey");
  private static final Field SOURCE_IP = Field.of(38, "sourceIp");
  private static final Field COGNITO_AUTHENTICATION_TYPE =
      Field.of(39, "cognitoAuthenticationType");
  private static final Field COGNITO_AUTHENTICATION_PROVIDER =
      Field.of(40, "cognitoAuthenticationProvider");
  private static final Field USER_ARN = Field.of(41, "userArn");
  private static final Field USER_AGENT = Field.of(42, "userAgent");
  private static final Field USER = Field.of(43, "user");
  private static final Field ACCESS_KEY = Field.of(44, "accessKey");

  static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new APIGatewayV2WebSocketEventShape(1));
  private static final Shape<RequestIdentity> REQUEST_IDENTITY_PART =
      part(new APIGatewayV2WebSocketEventShape(2));

  /** For any thread. */
  public APIGatewayV2WebSocketEventShape() {
    this(0);
  }

  private APIGatewayV2WebSocketEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      case 2 -> new RequestIdentity();
      default -> new APIGatewayV2WebSocketEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      case 2 -> requestIdentity(w, (RequestIdentity) value);
      default -> event(w, (APIGatewayV2WebSocketEvent) value);
    }
  }

  private static void event(Wire w, APIGatewayV2WebSocketEvent e) {
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
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.isIsBase64Encoded()));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setResourceId(w.string(RESOURCE_ID, e.getResourceId()));
    e.setStage(w.string(STAGE, e.getStage()));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setIdentity(w.value(IDENTITY, e.getIdentity(), REQUEST_IDENTITY_PART));
    e.setAuthorizer(w.map(AUTHORIZER, e.getAuthorizer(), Values.ANY));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setApiId(w.string(API_ID, e.getApiId()));
    e.setConnectedAt(w.int64(CONNECTED_AT, e.getConnectedAt()));
    e.setConnectionId(w.string(CONNECTION_ID, e.getConnectionId()));
    e.setDomainName(w.string(DOMAIN_NAME, e.getDomainName()));
    e.setError(w.string(ERROR, e.getError()));
    e.setEventType(w.string(EVENT_TYPE, e.getEventType()));
    e.setExtendedRequestId(w.string(EXTENDED_REQUEST_ID, e.getExtendedRequestId()));
    e.setIntegrationLatency(w.string(INTEGRATION_LATENCY, e.getIntegrationLatency()));
    e.setMessageDirection(w.string(MESSAGE_DIRECTION, e.getMessageDirection()));
    e.setMessageId(w.string(MESSAGE_ID, e.getMessageId()));
    e.setRequestTime(w.string(REQUEST_TIME, e.getRequestTime()));
    e.setRequestTimeEpoch(w.int64(REQUEST_TIME_EPOCH, e.getRequestTimeEpoch()));
    e.setRouteKey(w.string(ROUTE_KEY, e.getRouteKey()));
    e.setStatus(w.string(STATUS, e.getStatus()));
    e.setResourcePath(w.string(RESOURCE_PATH, e.getResourcePath()));
  }

  private static void requestIdentity(Wire w, RequestIdentity e) {
    e.setCognitoIdentityPoolId(w.string(COGNITO_IDENTITY_POOL_ID, e.getCognitoIdentityPoolId()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setCognitoIdentityId(w.string(COGNITO_IDENTITY_ID, e.getCognitoIdentityId()));
    e.setCaller(w.string(CALLER, e.getCaller()));
    e.setApiKey(w.string(API_KEY, e.getApiKey()));
    e.setSourceIp(w.string(SOURCE_IP, e.getSourceIp()));
    e.setCognitoAuthenticationType(
        w.string(COGNITO_AUTHENTICATION_TYPE, e.getCognitoAuthenticationType()));
    e.setCognitoAuthenticationProvider(
        w.string(COGNITO_AUTHENTICATION_PROVIDER, e.getCognitoAuthenticationProvider()));
    e.setUserArn(w.string(USER_ARN, e.getUserArn()));
    e.setUserAgent(w.string(USER_AGENT, e.getUserAgent()));
    e.setUser(w.string(USER, e.getUser()));
    e.setAccessKey(w.string(ACCESS_KEY, e.getAccessKey()));
  }
}

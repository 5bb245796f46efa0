package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A request to a REST API, or to an HTTP API with payload format 1.0. */
public final class APIGatewayProxyRequestEventShape extends Parts<APIGatewayProxyRequestEvent> {
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
  private static final Field VERSION = Field.of(13, "version");
  private static final Field RESOURCE_ID = Field.of(14, "resourceId");
  private static final Field RESOURCE_PATH = Field.of(15, "resourcePath");
  private static final Field EXTENDED_REQUEST_ID = Field.of(16, "extendedRequestId");
  private static final Field REQUEST_TIME = Field.of(17, "requestTime");
  private static final Field ACCOUNT_ID = Field.of(18, "accountId");
  private static final Field PROTOCOL = Field.of(19, "protocol");
  private static final Field STAGE = Field.of(20, "stage");
  private static final Field DOMAIN_PREFIX = Field.of(21, "domainPrefix");
  private static final Field REQUEST_TIME_EPOCH = Field.of(22, "requestTimeEpoch");
  private static final Field REQUEST_ID = Field.of(23, "requestId");
  private static final Field IDENTITY = Field.of(24, "identity");
  private static final Field DOMAIN_NAME = Field.of(25, "domainName");
  private static final Field API_ID = Field.of(26, "apiId");
  private static final Field AUTHORIZER = Field.of(27, "authorizer");
  private static final Field OPERATION_NAME = Field.of(28, "operationName");
  private static final Field COGNITO_IDENTITY_POOL_ID = Field.of(29, "cognitoIdentityPoolId");
  private static final Field COGNITO_IDENTITY_ID = Field.of(30, "cognitoIdentityId");
  private static final Field CALLER = Field.of(31, "caller");
  private static final Field SOURCE_IP = Field.of(32, "sourceIp");
  private static final Field PRINCIPAL_ORG_ID = Field.of(33, "principalOrgId");
  private static final Field ACCESS_KEY = Field.of(34, "accessKey");
  private static final Field COGNITO_AUTHENTICATION_TYPE =
      Field.of(35, "cognitoAuthenticationType");
  private static final Field COGNITO_AUTHENTICATION_PROVIDER =
      Field.of(36, "cognitoAuthenticationProvider");
  private static final Field USER_ARN = Field.of(37, "userArn");
  private static final Field USER_AGENT = Field.of(38, "userAgent");
  private static final Field USER = Field.of(39, "user");
  private static final Field API_KEY = Field.of(40, "apiKey");

  private static final Shape<ProxyRequestContext> PROXY_REQUEST_CONTEXT_PART =
      part(new APIGatewayProxyRequestEventShape(1));
  private static final Shape<RequestIdentity> REQUEST_IDENTITY_PART =
      part(new APIGatewayProxyRequestEventShape(2));

  /** For any thread. */
  public APIGatewayProxyRequestEventShape() {
    this(0);
  }

  private APIGatewayProxyRequestEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new ProxyRequestContext();
      case 2 -> new RequestIdentity();
      default -> new APIGatewayProxyRequestEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> proxyRequestContext(w, (ProxyRequestContext) value);
      case 2 -> requestIdentity(w, (RequestIdentity) value);
      default -> event(w, (APIGatewayProxyRequestEvent) value);
    }
  }

  private static void event(Wire w, APIGatewayProxyRequestEvent e) {
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
        w.value(REQUEST_CONTEXT, e.getRequestContext(), PROXY_REQUEST_CONTEXT_PART));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.value(IS_BASE64_ENCODED, e.getIsBase64Encoded(), Values.BOOL));
    e.setVersion(w.string(VERSION, e.getVersion()));
  }

  private static void proxyRequestContext(Wire w, ProxyRequestContext e) {
    e.setResourceId(w.string(RESOURCE_ID, e.getResourceId()));
    e.setResourcePath(w.string(RESOURCE_PATH, e.getResourcePath()));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setExtendedRequestId(w.string(EXTENDED_REQUEST_ID, e.getExtendedRequestId()));
    e.setRequestTime(w.string(REQUEST_TIME, e.getRequestTime()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setProtocol(w.string(PROTOCOL, e.getProtocol()));
    e.setStage(w.string(STAGE, e.getStage()));
    e.setDomainPrefix(w.string(DOMAIN_PREFIX, e.getDomainPrefix()));
    e.setRequestTimeEpoch(w.value(REQUEST_TIME_EPOCH, e.getRequestTimeEpoch(), Values.INT64));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setIdentity(w.value(IDENTITY, e.getIdentity(), REQUEST_IDENTITY_PART));
    e.setDomainName(w.string(DOMAIN_NAME, e.getDomainName()));
    e.setApiId(w.string(API_ID, e.getApiId()));
    e.setAuthorizer(w.map(AUTHORIZER, e.getAuthorizer(), Values.ANY));
    e.setOperationName(w.string(OPERATION_NAME, e.getOperationName()));
  }

  private static void requestIdentity(Wire w, RequestIdentity e) {
    e.setCognitoIdentityPoolId(w.string(COGNITO_IDENTITY_POOL_ID, e.getCognitoIdentityPoolId()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setCognitoIdentityId(w.string(COGNITO_IDENTITY_ID, e.getCognitoIdentityId()));
    e.setCaller(w.string(CALLER, e.getCaller()));
    e.setSourceIp(w.string(SOURCE_IP, e.getSourceIp()));
    e.setPrincipalOrgId(w.string(PRINCIPAL_ORG_ID, e.getPrincipalOrgId()));
    e.setAccessKey(w.string(ACCESS_KEY, e.getAccessKey()));
    e.setCognitoAuthenticationType(
        w.string(COGNITO_AUTHENTICATION_TYPE, e.getCognitoAuthenticationType()));
    e.setCognitoAuthenticationProvider(
        w.string(COGNITO_AUTHENTICATION_PROVIDER, e.getCognitoAuthenticationProvider()));
    e.setUserArn(w.string(USER_ARN, e.getUserArn()));
    e.setUserAgent(w.string(USER_AGENT, e.getUserAgent()));
    e.setUser(w.string(USER, e.getUser()));
    e.setApiKey(w.string(API_KEY, e.getApiKey()));
  }
}

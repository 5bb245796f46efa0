package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Http;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.IAM;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A request to an HTTP API or a function URL, in payload format 2.0. */
public final class APIGatewayV2HTTPEventShape extends Parts<APIGatewayV2HTTPEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field ROUTE_KEY = Field.of(2, "routeKey");
  private static final Field RAW_PATH = Field.of(3, "rawPath");
  private static final Field RAW_QUERY_STRING = Field.of(4, "rawQueryString");
  private static final Field HEADERS = Field.of(5, "headers");
  private static final Field REQUEST_CONTEXT = Field.of(6, "requestContext");
  private static final Field IS_BASE64_ENCODED = Field.of(7, "isBase64Encoded");
  private static final Field COOKIES = Field.of(8, "cookies");
  private static final Field QUERY_STRING_PARAMETERS = Field.of(9, "queryStringParameters");
  private static final Field BODY = Field.of(10, "body");
  private static final Field PATH_PARAMETERS = Field.of(11, "pathParameters");
  private static final Field STAGE_VARIABLES = Field.of(12, "stageVariables");
  private static final Field ACCOUNT_ID = Field.of(13, "accountId");
  private static final Field API_ID = Field.of(14, "apiId");
  private static final Field DOMAIN_NAME = Field.of(15, "domainName");
  private static final Field DOMAIN_PREFIX = Field.of(16, "domainPrefix");
  private static final Field HTTP = Field.of(17, "http");
  private static final Field REQUEST_ID = Field.of(18, "requestId");
  private static final Field STAGE = Field.of(19, "stage");
  private static final Field TIME = Field.of(20, "time");
  private static final Field TIME_EPOCH = Field.of(21, "timeEpoch");
  private static final Field AUTHORIZER = Field.of(22, "authorizer");
  private static final Field METHOD = Field.of(23, "method");
  private static final Field PATH = Field.of(24, "path");
  private static final Field PROTOCOL = Field.of(25, "protocol");
  private static final Field SOURCE_IP = Field.of(26, "sourceIp");
  private static final Field USER_AGENT = Field.of(27, "userAgent");
  private static final Field JWT = Field.of(28, "jwt");
  private static final Field LAMBDA = Field.of(29, "lambda");
  private static final Field IAM = Field.of(30, "iam");
  private static final Field CLAIMS = Field.of(31, "claims");
  private static final Field SCOPES = Field.of(32, "scopes");
  private static final Field ACCESS_KEY = Field.of(33, "accessKey");
  private static final Field CALLER_ID = Field.of(34, "callerId");
  private static final Field COGNITO_IDENTITY = Field.of(35, "cognitoIdentity");
  private static final Field PRINCIPAL_ORG_ID = Field.of(36, "principalOrgId");
  private static final Field USER_ARN = Field.of(37, "userArn");
  private static final Field USER_ID = Field.of(38, "userId");
  private static final Field AMR = Field.of(39, "amr");
  private static final Field IDENTITY_ID = Field.of(40, "identityId");
  private static final Field IDENTITY_POOL_ID = Field.of(41, "identityPoolId");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new APIGatewayV2HTTPEventShape(1));
  private static final Shape<Http> HTTP_PART = part(new APIGatewayV2HTTPEventShape(2));
  private static final Shape<Authorizer> AUTHORIZER_PART = part(new APIGatewayV2HTTPEventShape(3));
  private static final Shape<JWT> JWT_PART = part(new APIGatewayV2HTTPEventShape(4));
  private static final Shape<IAM> IAM_PART = part(new APIGatewayV2HTTPEventShape(5));
  private static final Shape<CognitoIdentity> COGNITO_IDENTITY_PART =
      part(new APIGatewayV2HTTPEventShape(6));

  /** For any thread. */
  public APIGatewayV2HTTPEventShape() {
    this(0);
  }

  private APIGatewayV2HTTPEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      case 2 -> new Http();
      case 3 -> new Authorizer();
      case 4 -> new JWT();
      case 5 -> new IAM();
      case 6 -> new CognitoIdentity();
      default -> new APIGatewayV2HTTPEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      case 2 -> http(w, (Http) value);
      case 3 -> authorizer(w, (Authorizer) value);
      case 4 -> jwt(w, (JWT) value);
      case 5 -> iam(w, (IAM) value);
      case 6 -> cognitoIdentity(w, (CognitoIdentity) value);
      default -> event(w, (APIGatewayV2HTTPEvent) value);
    }
  }

  private static void event(Wire w, APIGatewayV2HTTPEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setRouteKey(w.string(ROUTE_KEY, e.getRouteKey()));
    e.setRawPath(w.string(RAW_PATH, e.getRawPath()));
    e.setRawQueryString(w.string(RAW_QUERY_STRING, e.getRawQueryString()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.getIsBase64Encoded()));
    e.setCookies(w.list(COOKIES, e.getCookies(), Values.STRING));
    e.setQueryStringParameters(
        w.map(QUERY_STRING_PARAMETERS, e.getQueryStringParameters(), Values.STRING));
    e.setBody(w.string(BODY, e.getBody()));
    e.setPathParameters(w.map(PATH_PARAMETERS, e.getPathParameters(), Values.STRING));
    e.setStageVariables(w.map(STAGE_VARIABLES, e.getStageVariables(), Values.STRING));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setApiId(w.string(API_ID, e.getApiId()));
    e.setDomainName(w.string(DOMAIN_NAME, e.getDomainName()));
    e.setDomainPrefix(w.string(DOMAIN_PREFIX, e.getDomainPrefix()));
    e.setHttp(w.value(HTTP, e.getHttp(), HTTP_PART));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setRouteKey(w.string(ROUTE_KEY, e.getRouteKey()));
    e.setStage(w.string(STAGE, e.getStage()));
    e.setTime(w.string(TIME, e.getTime()));
    e.setTimeEpoch(w.int64(TIME_EPOCH, e.getTimeEpoch()));
    e.setAuthorizer(w.value(AUTHORIZER, e.getAuthorizer(), AUTHORIZER_PART));
  }

  private static void http(Wire w, Http e) {
    e.setMethod(w.string(METHOD, e.getMethod()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setProtocol(w.string(PROTOCOL, e.getProtocol()));
    e.setSourceIp(w.string(SOURCE_IP, e.getSourceIp()));
    e.setUserAgent(w.string(USER_AGENT, e.getUserAgent()));
  }

  private static void authorizer(Wire w, Authorizer e) {
    e.setJwt(w.value(JWT, e.getJwt(), JWT_PART));
    e.setLambda(w.map(LAMBDA, e.getLambda(), Values.ANY));
    e.setIam(w.value(IAM, e.getIam(), IAM_PART));
  }

  private static void jwt(Wire w, JWT e) {
    e.setClaims(w.map(CLAIMS, e.getClaims(), Values.STRING));
    e.setScopes(w.list(SCOPES, e.getScopes(), Values.STRING));
  }

  private static void iam(Wire w, IAM e) {
    e.setAccessKey(w.string(ACCESS_KEY, e.getAccessKey()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setCallerId(w.string(CALLER_ID, e.getCallerId()));
    e.setCognitoIdentity(w.value(COGNITO_IDENTITY, e.getCognitoIdentity(), COGNITO_IDENTITY_PART));
    e.setPrincipalOrgId(w.string(PRINCIPAL_ORG_ID, e.getPrincipalOrgId()));
    e.setUserArn(w.string(USER_ARN, e.getUserArn()));
    e.setUserId(w.string(USER_ID, e.getUserId()));
  }

  private static void cognitoIdentity(Wire w, CognitoIdentity e) {
    e.setAmr(w.list(AMR, e.getAmr(), Values.STRING));
    e.setIdentityId(w.string(IDENTITY_ID, e.getIdentityId()));
    e.setIdentityPoolId(w.string(IDENTITY_POOL_ID, e.getIdentityPoolId()));
  }
}

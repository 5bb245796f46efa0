package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent.Identity;
import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent.RequestContext;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What API Gateway gives to a Lambda authorizer of a REST API. */
public final class APIGatewayCustomAuthorizerEventShape
    extends Parts<APIGatewayCustomAuthorizerEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field TYPE = Field.of(2, "type");
  private static final Field METHOD_ARN = Field.of(3, "methodArn");
  private static final Field IDENTITY_SOURCE = Field.of(4, "identitySource");
  private static final Field AUTHORIZATION_TOKEN = Field.of(5, "authorizationToken");
  private static final Field RESOURCE = Field.of(6, "resource");
  private static final Field PATH = Field.of(7, "path");
  private static final Field HTTP_METHOD = Field.of(8, "httpMethod");
  private static final Field HEADERS = Field.of(9, "headers");
  private static final Field QUERY_STRING_PARAMETERS = Field.of(10, "queryStringParameters");
  private static final Field PATH_PARAMETERS = Field.of(11, "pathParameters");
  private static final Field STAGE_VARIABLES = Field.of(12, "stageVariables");
  private static final Field REQUEST_CONTEXT = Field.of(13, "requestContext");
  private static final Field ACCOUNT_ID = Field.of(14, "accountId");
  private static final Field RESOURCE_ID = Field.of(15, "resourceId");
  private static final Field STAGE = Field.of(16, "stage");
  private static final Field REQUEST_ID = Field.of(17, "requestId");
  private static final Field IDENTITY = Field.of(18, "identity");
  private static final Field RESOURCE_PATH = Field.of(19, "resourcePath");
  private static final Field API_ID = Field.of(20, "apiId");
  private static final Field API_KEY = Field.of(21, "apiKey");
  private static final Field SOURCE_IP = Field.of(22, "sourceIp");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new APIGatewayCustomAuthorizerEventShape(1));
  private static final Shape<Identity> IDENTITY_PART =
      part(new APIGatewayCustomAuthorizerEventShape(2));

  /** For any thread. */
  public APIGatewayCustomAuthorizerEventShape() {
    this(0);
  }

  private APIGatewayCustomAuthorizerEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      case 2 -> new Identity();
      default -> new APIGatewayCustomAuthorizerEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      case 2 -> identity(w, (Identity) value);
      default -> event(w, (APIGatewayCustomAuthorizerEvent) value);
    }
  }

  private static void event(Wire w, APIGatewayCustomAuthorizerEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setType(w.string(TYPE, e.getType()));
    e.setMethodArn(w.string(METHOD_ARN, e.getMethodArn()));
    e.setIdentitySource(w.string(IDENTITY_SOURCE, e.getIdentitySource()));
    e.setAuthorizationToken(w.string(AUTHORIZATION_TOKEN, e.getAuthorizationToken()));
    e.setResource(w.string(RESOURCE, e.getResource()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setQueryStringParameters(
        w.map(QUERY_STRING_PARAMETERS, e.getQueryStringParameters(), Values.STRING));
    e.setPathParameters(w.map(PATH_PARAMETERS, e.getPathParameters(), Values.STRING));
    e.setStageVariables(w.map(STAGE_VARIABLES, e.getStageVariables(), Values.STRING));
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setPath(w.string(PATH, e.getPath()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setResourceId(w.string(RESOURCE_ID, e.getResourceId()));
    e.setStage(w.string(STAGE, e.getStage()));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setIdentity(w.value(IDENTITY, e.getIdentity(), IDENTITY_PART));
    e.setResourcePath(w.string(RESOURCE_PATH, e.getResourcePath()));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setApiId(w.string(API_ID, e.getApiId()));
  }

  private static void identity(Wire w, Identity e) {
    e.setApiKey(w.string(API_KEY, e.getApiKey()));
    e.setSourceIp(w.string(SOURCE_IP, e.getSourceIp()));
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.AppSyncLambdaAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.AppSyncLambdaAuthorizerEvent.RequestContext;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What AppSync gives to a Lambda authorizer. */
public final class AppSyncLambdaAuthorizerEventShape extends Parts<AppSyncLambdaAuthorizerEvent> {
  private static final Field REQUEST_CONTEXT = Field.of(1, "requestContext");
  private static final Field AUTHORIZATION_TOKEN = Field.of(2, "authorizationToken");
  private static final Field REQUEST_HEADERS = Field.of(3, "requestHeaders");
  private static final Field API_ID = Field.of(4, "apiId");
  private static final Field ACCOUNT_ID = Field.of(5, "accountId");
  private static final Field REQUEST_ID = Field.of(6, "requestId");
  private static final Field QUERY_DOCUMENT = Field.of(7, "queryDocument");
  private static final Field OPERATION_NAME = Field.of(8, "operationName");
  private static final Field VARIABLES = Field.of(9, "variables");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new AppSyncLambdaAuthorizerEventShape(1));

  /** For any thread. */
  public AppSyncLambdaAuthorizerEventShape() {
    this(0);
  }

  private AppSyncLambdaAuthorizerEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      default -> new AppSyncLambdaAuthorizerEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      default -> event(w, (AppSyncLambdaAuthorizerEvent) value);
    }
  }

  private static void event(Wire w, AppSyncLambdaAuthorizerEvent e) {
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setAuthorizationToken(w.string(AUTHORIZATION_TOKEN, e.getAuthorizationToken()));
    e.setRequestHeaders(w.map(REQUEST_HEADERS, e.getRequestHeaders(), Values.STRING));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setApiId(w.string(API_ID, e.getApiId()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setQueryDocument(w.string(QUERY_DOCUMENT, e.getQueryDocument()));
    e.setOperationName(w.string(OPERATION_NAME, e.getOperationName()));
    e.setVariables(w.map(VARIABLES, e.getVariables(), Values.ANY));
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.AppSyncLambdaAuthorizerResponse;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** What a Lambda authorizer of AppSync answers. */
public final class AppSyncLambdaAuthorizerResponseShape
    extends ObjectShape<AppSyncLambdaAuthorizerResponse> {
  private static final Field IS_AUTHORIZED = Field.of(1, "isAuthorized");
  private static final Field RESOLVER_CONTEXT = Field.of(2, "resolverContext");
  private static final Field DENIED_FIELDS = Field.of(3, "deniedFields");
  private static final Field TTL_OVERRIDE = Field.of(4, "ttlOverride");

  /** For any thread. */
  public AppSyncLambdaAuthorizerResponseShape() {}

  @Override
  protected AppSyncLambdaAuthorizerResponse blank() {
    return new AppSyncLambdaAuthorizerResponse();
  }

  @Override
  protected AppSyncLambdaAuthorizerResponse fields(Wire w, AppSyncLambdaAuthorizerResponse e) {
    e.setIsAuthorized(w.bool(IS_AUTHORIZED, e.getIsAuthorized()));
    e.setResolverContext(w.map(RESOLVER_CONTEXT, e.getResolverContext(), Values.STRING));
    e.setDeniedFields(w.list(DENIED_FIELDS, e.getDeniedFields(), Values.STRING));
    e.setTtlOverride(w.int32(TTL_OVERRIDE, e.getTtlOverride()));
    return e;
  }
}

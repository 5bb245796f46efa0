package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.SimpleIAMPolicyResponse;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** What a Lambda authorizer of an HTTP API answers, in the simple form. */
public final class SimpleIAMPolicyResponseShape extends ObjectShape<SimpleIAMPolicyResponse> {
  private static final Field IS_AUTHORIZED = Field.of(1, "isAuthorized");
  private static final Field CONTEXT = Field.of(2, "context");

  /** For any thread. */
  public SimpleIAMPolicyResponseShape() {}

  @Override
  protected SimpleIAMPolicyResponse blank() {
    return new SimpleIAMPolicyResponse();
  }

  @Override
  protected SimpleIAMPolicyResponse fields(Wire w, SimpleIAMPolicyResponse e) {
    e.setIsAuthorized(w.bool(IS_AUTHORIZED, e.getIsAuthorized()));
    e.setContext(w.map(CONTEXT, e.getContext(), Values.STRING));
    return e;
  }
}

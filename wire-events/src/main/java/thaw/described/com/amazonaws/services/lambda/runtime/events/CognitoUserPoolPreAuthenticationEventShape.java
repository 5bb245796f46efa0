package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreAuthenticationEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreAuthenticationEvent.Request;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks before a sign-in. */
public final class CognitoUserPoolPreAuthenticationEventShape
    extends Parts<CognitoUserPoolPreAuthenticationEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field USER_ATTRIBUTES = Field.of(8, "userAttributes");
  private static final Field VALIDATION_DATA = Field.of(9, "validationData");
  private static final Field USER_NOT_FOUND = Field.of(10, "userNotFound");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolPreAuthenticationEventShape(1));

  /** For any thread. */
  public CognitoUserPoolPreAuthenticationEventShape() {
    this(0);
  }

  private CognitoUserPoolPreAuthenticationEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      default -> new CognitoUserPoolPreAuthenticationEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      default -> event(w, (CognitoUserPoolPreAuthenticationEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolPreAuthenticationEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setValidationData(w.map(VALIDATION_DATA, e.getValidationData(), Values.STRING));
    e.setUserNotFound(w.bool(USER_NOT_FOUND, e.getUserNotFound()));
  }
}

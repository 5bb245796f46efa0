package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPostConfirmationEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPostConfirmationEvent.Request;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito tells of a user who is confirmed. */
public final class CognitoUserPoolPostConfirmationEventShape
    extends Parts<CognitoUserPoolPostConfirmationEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field USER_ATTRIBUTES = Field.of(8, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(9, "clientMetadata");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolPostConfirmationEventShape(1));

  /** For any thread. */
  public CognitoUserPoolPostConfirmationEventShape() {
    this(0);
  }

  private CognitoUserPoolPostConfirmationEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      default -> new CognitoUserPoolPostConfirmationEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      default -> event(w, (CognitoUserPoolPostConfirmationEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolPostConfirmationEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
  }
}

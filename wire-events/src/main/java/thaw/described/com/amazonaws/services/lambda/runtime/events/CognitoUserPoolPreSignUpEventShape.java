package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreSignUpEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreSignUpEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreSignUpEvent.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks before a sign-up. */
public final class CognitoUserPoolPreSignUpEventShape extends Parts<CognitoUserPoolPreSignUpEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field VALIDATION_DATA = Field.of(10, "validationData");
  private static final Field CLIENT_METADATA = Field.of(11, "clientMetadata");
  private static final Field AUTO_CONFIRM_USER = Field.of(12, "autoConfirmUser");
  private static final Field AUTO_VERIFY_PHONE = Field.of(13, "autoVerifyPhone");
  private static final Field AUTO_VERIFY_EMAIL = Field.of(14, "autoVerifyEmail");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolPreSignUpEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolPreSignUpEventShape(2));

  /** For any thread. */
  public CognitoUserPoolPreSignUpEventShape() {
    this(0);
  }

  private CognitoUserPoolPreSignUpEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      default -> new CognitoUserPoolPreSignUpEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      default -> event(w, (CognitoUserPoolPreSignUpEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolPreSignUpEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setValidationData(w.map(VALIDATION_DATA, e.getValidationData(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
  }

  private static void response(Wire w, Response e) {
    e.setAutoConfirmUser(w.bool(AUTO_CONFIRM_USER, e.getAutoConfirmUser()));
    e.setAutoVerifyPhone(w.bool(AUTO_VERIFY_PHONE, e.getAutoVerifyPhone()));
    e.setAutoVerifyEmail(w.bool(AUTO_VERIFY_EMAIL, e.getAutoVerifyEmail()));
  }
}

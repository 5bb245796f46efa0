package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolMigrateUserEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolMigrateUserEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolMigrateUserEvent.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks for a user whom it does not know. */
public final class CognitoUserPoolMigrateUserEventShape
    extends Parts<CognitoUserPoolMigrateUserEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field USER_NAME = Field.of(10, "userName");
  private static final Field PASSWORD = Field.of(11, "password");
  private static final Field VALIDATION_DATA = Field.of(12, "validationData");
  private static final Field CLIENT_METADATA = Field.of(13, "clientMetadata");
  private static final Field FINAL_USER_STATUS = Field.of(14, "finalUserStatus");
  private static final Field MESSAGE_ACTION = Field.of(15, "messageAction");
  private static final Field DESIRED_DELIVERY_MEDIUMS = Field.of(16, "desiredDeliveryMediums");
  private static final Field FORCE_ALIAS_CREATION = Field.of(17, "forceAliasCreation");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolMigrateUserEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolMigrateUserEventShape(2));

  /** For any thread. */
  public CognitoUserPoolMigrateUserEventShape() {
    this(0);
  }

  private CognitoUserPoolMigrateUserEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      default -> new CognitoUserPoolMigrateUserEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      default -> event(w, (CognitoUserPoolMigrateUserEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolMigrateUserEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setUserName(w.string(USER_NAME, e.getUserName()));
    e.setPassword(w.string(PASSWORD, e.getPassword()));
    e.setValidationData(w.map(VALIDATION_DATA, e.getValidationData(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
  }

  private static void response(Wire w, Response e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setFinalUserStatus(w.string(FINAL_USER_STATUS, e.getFinalUserStatus()));
    e.setMessageAction(w.string(MESSAGE_ACTION, e.getMessageAction()));
    e.setDesiredDeliveryMediums(
        w.value(DESIRED_DELIVERY_MEDIUMS, e.getDesiredDeliveryMediums(), Values.STRING_ARRAY));
    e.setForceAliasCreation(w.bool(FORCE_ALIAS_CREATION, e.getForceAliasCreation()));
  }
}

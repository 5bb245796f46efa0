package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCustomMessageEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCustomMessageEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCustomMessageEvent.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito wants the text of a message. */
public final class CognitoUserPoolCustomMessageEventShape
    extends Parts<CognitoUserPoolCustomMessageEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(10, "clientMetadata");
  private static final Field CODE_PARAMETER = Field.of(11, "codeParameter");
  private static final Field USERNAME_PARAMETER = Field.of(12, "usernameParameter");
  private static final Field SMS_MESSAGE = Field.of(13, "smsMessage");
  private static final Field EMAIL_MESSAGE = Field.of(14, "emailMessage");
  private static final Field EMAIL_SUBJECT = Field.of(15, "emailSubject");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolCustomMessageEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolCustomMessageEventShape(2));

  /** For any thread. */
  public CognitoUserPoolCustomMessageEventShape() {
    this(0);
  }

  private CognitoUserPoolCustomMessageEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      default -> new CognitoUserPoolCustomMessageEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      default -> event(w, (CognitoUserPoolCustomMessageEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolCustomMessageEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
    e.setCodeParameter(w.string(CODE_PARAMETER, e.getCodeParameter()));
    e.setUsernameParameter(w.string(USERNAME_PARAMETER, e.getUsernameParameter()));
  }

  private static void response(Wire w, Response e) {
    e.setSmsMessage(w.string(SMS_MESSAGE, e.getSmsMessage()));
    e.setEmailMessage(w.string(EMAIL_MESSAGE, e.getEmailMessage()));
    e.setEmailSubject(w.string(EMAIL_SUBJECT, e.getEmailSubject()));
  }
}

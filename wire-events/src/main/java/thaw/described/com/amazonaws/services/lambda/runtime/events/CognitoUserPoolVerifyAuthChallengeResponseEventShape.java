package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolVerifyAuthChallengeResponseEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolVerifyAuthChallengeResponseEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolVerifyAuthChallengeResponseEvent.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks whether an answer is right. */
public final class CognitoUserPoolVerifyAuthChallengeResponseEventShape
    extends Parts<CognitoUserPoolVerifyAuthChallengeResponseEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(10, "clientMetadata");
  private static final Field PRIVATE_CHALLENGE_PARAMETERS =
      Field.of(11, "privateChallengeParameters");
  private static final Field CHALLENGE_ANSWER = Field.of(12, "challengeAnswer");
  private static final Field USER_NOT_FOUND = Field.of(13, "userNotFound");
  private static final Field ANSWER_CORRECT = Field.of(14, "answerCorrect");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolVerifyAuthChallengeResponseEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolVerifyAuthChallengeResponseEventShape(2));

  /** For any thread. */
  public CognitoUserPoolVerifyAuthChallengeResponseEventShape() {
    this(0);
  }

  private CognitoUserPoolVerifyAuthChallengeResponseEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      default -> new CognitoUserPoolVerifyAuthChallengeResponseEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      default -> event(w, (CognitoUserPoolVerifyAuthChallengeResponseEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolVerifyAuthChallengeResponseEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
    e.setPrivateChallengeParameters(
        w.map(PRIVATE_CHALLENGE_PARAMETERS, e.getPrivateChallengeParameters(), Values.STRING));
    e.setChallengeAnswer(w.string(CHALLENGE_ANSWER, e.getChallengeAnswer()));
    e.setUserNotFound(w.bool(USER_NOT_FOUND, e.getUserNotFound()));
  }

  private static void response(Wire w, Response e) {
    e.setAnswerCorrect(w.bool(ANSWER_CORRECT, e.getAnswerCorrect()));
  }
}

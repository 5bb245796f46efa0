package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCreateAuthChallengeEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCreateAuthChallengeEvent.ChallengeResult;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCreateAuthChallengeEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolCreateAuthChallengeEvent.Response;
import java.util.Arrays;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito wants a challenge. */
public final class CognitoUserPoolCreateAuthChallengeEventShape
    extends Parts<CognitoUserPoolCreateAuthChallengeEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(10, "clientMetadata");
  private static final Field CHALLENGE_NAME = Field.of(11, "challengeName");
  private static final Field SESSION = Field.of(12, "session");
  private static final Field USER_NOT_FOUND = Field.of(13, "userNotFound");
  private static final Field PUBLIC_CHALLENGE_PARAMETERS =
      Field.of(14, "publicChallengeParameters");
  private static final Field PRIVATE_CHALLENGE_PARAMETERS =
      Field.of(15, "privateChallengeParameters");
  private static final Field CHALLENGE_METADATA = Field.of(16, "challengeMetadata");
  private static final Field CHALLENGE_RESULT = Field.of(17, "challengeResult");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolCreateAuthChallengeEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolCreateAuthChallengeEventShape(2));
  private static final Shape<ChallengeResult> CHALLENGE_RESULT_PART =
      part(new CognitoUserPoolCreateAuthChallengeEventShape(3));

  /** For any thread. */
  public CognitoUserPoolCreateAuthChallengeEventShape() {
    this(0);
  }

  private CognitoUserPoolCreateAuthChallengeEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      case 3 -> new ChallengeResult();
      default -> new CognitoUserPoolCreateAuthChallengeEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      case 3 -> challengeResult(w, (ChallengeResult) value);
      default -> event(w, (CognitoUserPoolCreateAuthChallengeEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolCreateAuthChallengeEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
    e.setChallengeName(w.string(CHALLENGE_NAME, e.getChallengeName()));
    ChallengeResult[] given = e.getSession();
    List<ChallengeResult> session =
        w.list(SESSION, given == null ? null : Arrays.asList(given), CHALLENGE_RESULT_PART);
    e.setSession(session == null ? null : session.toArray(new ChallengeResult[0]));
    e.setUserNotFound(w.bool(USER_NOT_FOUND, e.getUserNotFound()));
  }

  private static void response(Wire w, Response e) {
    e.setPublicChallengeParameters(
        w.map(PUBLIC_CHALLENGE_PARAMETERS, e.getPublicChallengeParameters(), Values.STRING));
    e.setPrivateChallengeParameters(
        w.map(PRIVATE_CHALLENGE_PARAMETERS, e.getPrivateChallengeParameters(), Values.STRING));
    e.setChallengeMetadata(w.string(CHALLENGE_METADATA, e.getChallengeMetadata()));
  }

  private static void challengeResult(Wire w, ChallengeResult e) {
    e.setChallengeName(w.string(CHALLENGE_NAME, e.getChallengeName()));
    e.setChallengeResult(w.bool(CHALLENGE_RESULT, e.getChallengeResult()));
    e.setChallengeMetadata(w.string(CHALLENGE_METADATA, e.getChallengeMetadata()));
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolDefineAuthChallengeEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolDefineAuthChallengeEvent.ChallengeResult;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolDefineAuthChallengeEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolDefineAuthChallengeEvent.Response;
import java.util.Arrays;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks which challenge is next. */
public final class CognitoUserPoolDefineAuthChallengeEventShape
    extends Parts<CognitoUserPoolDefineAuthChallengeEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(10, "clientMetadata");
  private static final Field SESSION = Field.of(11, "session");
  private static final Field USER_NOT_FOUND = Field.of(12, "userNotFound");
  private static final Field CHALLENGE_NAME = Field.of(13, "challengeName");
  private static final Field ISSUE_TOKENS = Field.of(14, "issueTokens");
  private static final Field FAIL_AUTHENTICATION = Field.of(15, "failAuthentication");
  private static final Field CHALLENGE_RESULT = Field.of(16, "challengeResult");
  private static final Field CHALLENGE_METADATA = Field.of(17, "challengeMetadata");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolDefineAuthChallengeEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolDefineAuthChallengeEventShape(2));
  private static final Shape<ChallengeResult> CHALLENGE_RESULT_PART =
      part(new CognitoUserPoolDefineAuthChallengeEventShape(3));

  /** For any thread. */
  public CognitoUserPoolDefineAuthChallengeEventShape() {
    this(0);
  }

  private CognitoUserPoolDefineAuthChallengeEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      case 3 -> new ChallengeResult();
      default -> new CognitoUserPoolDefineAuthChallengeEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      case 3 -> challengeResult(w, (ChallengeResult) value);
      default -> event(w, (CognitoUserPoolDefineAuthChallengeEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolDefineAuthChallengeEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
    ChallengeResult[] given = e.getSession();
    List<ChallengeResult> session =
        w.list(SESSION, given == null ? null : Arrays.asList(given), CHALLENGE_RESULT_PART);
    e.setSession(session == null ? null : session.toArray(new ChallengeResult[0]));
    e.setUserNotFound(w.bool(USER_NOT_FOUND, e.getUserNotFound()));
  }

  private static void response(Wire w, Response e) {
    e.setChallengeName(w.string(CHALLENGE_NAME, e.getChallengeName()));
    e.setIssueTokens(w.bool(ISSUE_TOKENS, e.getIssueTokens()));
    e.setFailAuthentication(w.bool(FAIL_AUTHENTICATION, e.getFailAuthentication()));
  }

  private static void challengeResult(Wire w, ChallengeResult e) {
    e.setChallengeName(w.string(CHALLENGE_NAME, e.getChallengeName()));
    e.setChallengeResult(w.bool(CHALLENGE_RESULT, e.getChallengeResult()));
    e.setChallengeMetadata(w.string(CHALLENGE_METADATA, e.getChallengeMetadata()));
  }
}

package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolEvent.CallerContext;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** What all triggers of a user pool of Cognito have, and the one object in it. */
final class UserPoolTrigger extends ObjectShape<CallerContext> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field TRIGGER_SOURCE = Field.of(2, "triggerSource");
  private static final Field REGION = Field.of(3, "region");
  private static final Field USER_POOL_ID = Field.of(4, "userPoolId");
  private static final Field USER_NAME = Field.of(5, "userName");
  private static final Field CALLER_CONTEXT = Field.of(6, "callerContext");

  private static final Field AWS_SDK_VERSION = Field.of(1, "awsSdkVersion");
  private static final Field CLIENT_ID = Field.of(2, "clientId");

  private static final UserPoolTrigger CALLER = new UserPoolTrigger();

  private UserPoolTrigger() {}

  /** Numbers 1 to 6 of each trigger. */
  static void fields(Wire w, CognitoUserPoolEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setTriggerSource(w.string(TRIGGER_SOURCE, e.getTriggerSource()));
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setUserPoolId(w.string(USER_POOL_ID, e.getUserPoolId()));
    e.setUserName(w.string(USER_NAME, e.getUserName()));
    e.setCallerContext(w.value(CALLER_CONTEXT, e.getCallerContext(), CALLER));
  }

  @Override
  protected CallerContext blank() {
    return new CallerContext();
  }

  @Override
  protected CallerContext fields(Wire w, CallerContext e) {
    e.setAwsSdkVersion(w.string(AWS_SDK_VERSION, e.getAwsSdkVersion()));
    e.setClientId(w.string(CLIENT_ID, e.getClientId()));
    return e;
  }
}

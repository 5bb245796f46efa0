package thaw.runtime;

import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The identity of the caller, by Amazon Cognito. */
final class CallerIdentity implements CognitoIdentity {
  private final Map<String, Object> members;

  private CallerIdentity(Map<String, Object> members) {
    this.members = members;
  }

  static CallerIdentity of(String json) {
    return new CallerIdentity(CallerContext.members(json));
  }

  @Override
  public @Nullable String getIdentityId() {
    return CallerContext.text(members.get("cognitoIdentityId"));
  }

  @Override
  public @Nullable String getIdentityPoolId() {
    return CallerContext.text(members.get("cognitoIdentityPoolId"));
  }
}

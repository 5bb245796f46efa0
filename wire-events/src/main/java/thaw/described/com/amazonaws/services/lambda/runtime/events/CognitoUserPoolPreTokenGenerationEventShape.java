package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEvent.ClaimsOverrideDetails;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEvent.GroupConfiguration;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEvent.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks before it makes tokens. */
public final class CognitoUserPoolPreTokenGenerationEventShape
    extends Parts<CognitoUserPoolPreTokenGenerationEvent> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field CLIENT_METADATA = Field.of(10, "clientMetadata");
  private static final Field GROUP_CONFIGURATION = Field.of(11, "groupConfiguration");
  private static final Field CLAIMS_OVERRIDE_DETAILS = Field.of(12, "claimsOverrideDetails");
  private static final Field GROUPS_TO_OVERRIDE = Field.of(13, "groupsToOverride");
  private static final Field IAM_ROLES_TO_OVERRIDE = Field.of(14, "iamRolesToOverride");
  private static final Field PREFERRED_ROLE = Field.of(15, "preferredRole");
  private static final Field CLAIMS_TO_ADD_OR_OVERRIDE = Field.of(16, "claimsToAddOrOverride");
  private static final Field CLAIMS_TO_SUPPRESS = Field.of(17, "claimsToSuppress");
  private static final Field GROUP_OVERRIDE_DETAILS = Field.of(18, "groupOverrideDetails");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolPreTokenGenerationEventShape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolPreTokenGenerationEventShape(2));
  private static final Shape<GroupConfiguration> GROUP_CONFIGURATION_PART =
      part(new CognitoUserPoolPreTokenGenerationEventShape(3));
  private static final Shape<ClaimsOverrideDetails> CLAIMS_OVERRIDE_DETAILS_PART =
      part(new CognitoUserPoolPreTokenGenerationEventShape(4));

  /** For any thread. */
  public CognitoUserPoolPreTokenGenerationEventShape() {
    this(0);
  }

  private CognitoUserPoolPreTokenGenerationEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      case 3 -> new GroupConfiguration();
      case 4 -> new ClaimsOverrideDetails();
      default -> new CognitoUserPoolPreTokenGenerationEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      case 3 -> groupConfiguration(w, (GroupConfiguration) value);
      case 4 -> claimsOverrideDetails(w, (ClaimsOverrideDetails) value);
      default -> event(w, (CognitoUserPoolPreTokenGenerationEvent) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolPreTokenGenerationEvent e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
    e.setGroupConfiguration(
        w.value(GROUP_CONFIGURATION, e.getGroupConfiguration(), GROUP_CONFIGURATION_PART));
  }

  private static void response(Wire w, Response e) {
    e.setClaimsOverrideDetails(
        w.value(
            CLAIMS_OVERRIDE_DETAILS, e.getClaimsOverrideDetails(), CLAIMS_OVERRIDE_DETAILS_PART));
  }

  private static void groupConfiguration(Wire w, GroupConfiguration e) {
    e.setGroupsToOverride(
        w.value(GROUPS_TO_OVERRIDE, e.getGroupsToOverride(), Values.STRING_ARRAY));
    e.setIamRolesToOverride(
        w.value(IAM_ROLES_TO_OVERRIDE, e.getIamRolesToOverride(), Values.STRING_ARRAY));
    e.setPreferredRole(w.string(PREFERRED_ROLE, e.getPreferredRole()));
  }

  private static void claimsOverrideDetails(Wire w, ClaimsOverrideDetails e) {
    e.setClaimsToAddOrOverride(
        w.map(CLAIMS_TO_ADD_OR_OVERRIDE, e.getClaimsToAddOrOverride(), Values.STRING));
    e.setClaimsToSuppress(
        w.value(CLAIMS_TO_SUPPRESS, e.getClaimsToSuppress(), Values.STRING_ARRAY));
    e.setGroupOverrideDetails(
        w.value(GROUP_OVERRIDE_DETAILS, e.getGroupOverrideDetails(), GROUP_CONFIGURATION_PART));
  }
}

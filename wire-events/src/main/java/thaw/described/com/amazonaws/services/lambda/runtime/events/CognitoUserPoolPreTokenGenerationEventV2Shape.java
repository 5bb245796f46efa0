package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.AccessTokenGeneration;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.ClaimsAndScopeOverrideDetails;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.GroupConfiguration;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.GroupOverrideDetails;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.IdTokenGeneration;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.Request;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreTokenGenerationEventV2.Response;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A user pool of Cognito asks before it makes tokens, trigger version 2. */
public final class CognitoUserPoolPreTokenGenerationEventV2Shape
    extends Parts<CognitoUserPoolPreTokenGenerationEventV2> {
  private static final Field REQUEST = Field.of(7, "request");
  private static final Field RESPONSE = Field.of(8, "response");
  private static final Field USER_ATTRIBUTES = Field.of(9, "userAttributes");
  private static final Field SCOPES = Field.of(10, "scopes");
  private static final Field GROUP_CONFIGURATION = Field.of(11, "groupConfiguration");
  private static final Field CLIENT_METADATA = Field.of(12, "clientMetadata");
  private static final Field CLAIMS_AND_SCOPE_OVERRIDE_DETAILS =
      Field.of(13, "claimsAndScopeOverrideDetails");
  private static final Field GROUPS_TO_OVERRIDE = Field.of(14, "groupsToOverride");
  private static final Field IAM_ROLES_TO_OVERRIDE = Field.of(15, "iamRolesToOverride");
  private static final Field PREFERRED_ROLE = Field.of(16, "preferredRole");
  private static final Field ID_TOKEN_GENERATION = Field.of(17, "idTokenGeneration");
  private static final Field ACCESS_TOKEN_GENERATION = Field.of(18, "accessTokenGeneration");
  private static final Field GROUP_OVERRIDE_DETAILS = Field.of(19, "groupOverrideDetails");
  private static final Field CLAIMS_TO_ADD_OR_OVERRIDE = Field.of(20, "claimsToAddOrOverride");
  private static final Field CLAIMS_TO_SUPPRESS = Field.of(21, "claimsToSuppress");
  private static final Field SCOPES_TO_ADD = Field.of(22, "scopesToAdd");
  private static final Field SCOPES_TO_SUPPRESS = Field.of(23, "scopesToSuppress");

  private static final Shape<Request> REQUEST_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(1));
  private static final Shape<Response> RESPONSE_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(2));
  private static final Shape<GroupConfiguration> GROUP_CONFIGURATION_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(3));
  private static final Shape<ClaimsAndScopeOverrideDetails> CLAIMS_AND_SCOPE_OVERRIDE_DETAILS_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(4));
  private static final Shape<IdTokenGeneration> ID_TOKEN_GENERATION_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(5));
  private static final Shape<AccessTokenGeneration> ACCESS_TOKEN_GENERATION_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(6));
  private static final Shape<GroupOverrideDetails> GROUP_OVERRIDE_DETAILS_PART =
      part(new CognitoUserPoolPreTokenGenerationEventV2Shape(7));

  /** For any thread. */
  public CognitoUserPoolPreTokenGenerationEventV2Shape() {
    this(0);
  }

  private CognitoUserPoolPreTokenGenerationEventV2Shape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Request();
      case 2 -> new Response();
      case 3 -> new GroupConfiguration();
      case 4 -> new ClaimsAndScopeOverrideDetails();
      case 5 -> new IdTokenGeneration();
      case 6 -> new AccessTokenGeneration();
      case 7 -> new GroupOverrideDetails();
      default -> new CognitoUserPoolPreTokenGenerationEventV2();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> request(w, (Request) value);
      case 2 -> response(w, (Response) value);
      case 3 -> groupConfiguration(w, (GroupConfiguration) value);
      case 4 -> claimsAndScopeOverrideDetails(w, (ClaimsAndScopeOverrideDetails) value);
      case 5 -> idTokenGeneration(w, (IdTokenGeneration) value);
      case 6 -> accessTokenGeneration(w, (AccessTokenGeneration) value);
      case 7 -> groupOverrideDetails(w, (GroupOverrideDetails) value);
      default -> event(w, (CognitoUserPoolPreTokenGenerationEventV2) value);
    }
  }

  private static void event(Wire w, CognitoUserPoolPreTokenGenerationEventV2 e) {
    UserPoolTrigger.fields(w, e);
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void request(Wire w, Request e) {
    e.setUserAttributes(w.map(USER_ATTRIBUTES, e.getUserAttributes(), Values.STRING));
    e.setScopes(w.value(SCOPES, e.getScopes(), Values.STRING_ARRAY));
    e.setGroupConfiguration(
        w.value(GROUP_CONFIGURATION, e.getGroupConfiguration(), GROUP_CONFIGURATION_PART));
    e.setClientMetadata(w.map(CLIENT_METADATA, e.getClientMetadata(), Values.STRING));
  }

  private static void response(Wire w, Response e) {
    e.setClaimsAndScopeOverrideDetails(
        w.value(
            CLAIMS_AND_SCOPE_OVERRIDE_DETAILS,
            e.getClaimsAndScopeOverrideDetails(),
            CLAIMS_AND_SCOPE_OVERRIDE_DETAILS_PART));
  }

  private static void groupConfiguration(Wire w, GroupConfiguration e) {
    e.setGroupsToOverride(
        w.value(GROUPS_TO_OVERRIDE, e.getGroupsToOverride(), Values.STRING_ARRAY));
    e.setIamRolesToOverride(
        w.value(IAM_ROLES_TO_OVERRIDE, e.getIamRolesToOverride(), Values.STRING_ARRAY));
    e.setPreferredRole(w.string(PREFERRED_ROLE, e.getPreferredRole()));
  }

  private static void claimsAndScopeOverrideDetails(Wire w, ClaimsAndScopeOverrideDetails e) {
    e.setIdTokenGeneration(
        w.value(ID_TOKEN_GENERATION, e.getIdTokenGeneration(), ID_TOKEN_GENERATION_PART));
    e.setAccessTokenGeneration(
        w.value(
            ACCESS_TOKEN_GENERATION, e.getAccessTokenGeneration(), ACCESS_TOKEN_GENERATION_PART));
    e.setGroupOverrideDetails(
        w.value(GROUP_OVERRIDE_DETAILS, e.getGroupOverrideDetails(), GROUP_OVERRIDE_DETAILS_PART));
  }

  private static void idTokenGeneration(Wire w, IdTokenGeneration e) {
    e.setClaimsToAddOrOverride(
        w.map(CLAIMS_TO_ADD_OR_OVERRIDE, e.getClaimsToAddOrOverride(), Values.STRING));
    e.setClaimsToSuppress(
        w.value(CLAIMS_TO_SUPPRESS, e.getClaimsToSuppress(), Values.STRING_ARRAY));
  }

  private static void accessTokenGeneration(Wire w, AccessTokenGeneration e) {
    e.setClaimsToAddOrOverride(
        w.map(CLAIMS_TO_ADD_OR_OVERRIDE, e.getClaimsToAddOrOverride(), Values.STRING));
    e.setClaimsToSuppress(
        w.value(CLAIMS_TO_SUPPRESS, e.getClaimsToSuppress(), Values.STRING_ARRAY));
    e.setScopesToAdd(w.value(SCOPES_TO_ADD, e.getScopesToAdd(), Values.STRING_ARRAY));
    e.setScopesToSuppress(
        w.value(SCOPES_TO_SUPPRESS, e.getScopesToSuppress(), Values.STRING_ARRAY));
  }

  private static void groupOverrideDetails(Wire w, GroupOverrideDetails e) {
    e.setGroupsToOverride(
        w.value(GROUPS_TO_OVERRIDE, e.getGroupsToOverride(), Values.STRING_ARRAY));
    e.setIamRolesToOverride(
        w.value(IAM_ROLES_TO_OVERRIDE, e.getIamRolesToOverride(), Values.STRING_ARRAY));
    e.setPreferredRole(w.string(PREFERRED_ROLE, e.getPreferredRole()));
  }
}

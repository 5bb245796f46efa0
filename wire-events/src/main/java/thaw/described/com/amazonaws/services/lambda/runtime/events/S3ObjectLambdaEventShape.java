package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.S3ObjectLambdaEvent;
import com.amazonaws.services.lambda.runtime.events.S3ObjectLambdaEvent.Configuration;
import com.amazonaws.services.lambda.runtime.events.S3ObjectLambdaEvent.GetObjectContext;
import com.amazonaws.services.lambda.runtime.events.S3ObjectLambdaEvent.UserIdentity;
import com.amazonaws.services.lambda.runtime.events.S3ObjectLambdaEvent.UserRequest;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A request through an access point of S3 Object Lambda. */
public final class S3ObjectLambdaEventShape extends Parts<S3ObjectLambdaEvent> {
  private static final Field GET_OBJECT_CONTEXT = Field.of(1, "getObjectContext");
  private static final Field CONFIGURATION = Field.of(2, "configuration");
  private static final Field USER_REQUEST = Field.of(3, "userRequest");
  private static final Field USER_IDENTITY = Field.of(4, "userIdentity");
  private static final Field PROTOCOL_VERSION = Field.of(5, "protocolVersion");
  private static final Field X_AMZ_REQUEST_ID = Field.of(6, "XAmzRequestId");
  private static final Field INPUT_S3_URL = Field.of(7, "inputS3Url");
  private static final Field OUTPUT_ROUTE = Field.of(8, "outputRoute");
  private static final Field OUTPUT_TOKEN = Field.of(9, "outputToken");
  private static final Field ACCESS_POINT_ARN = Field.of(10, "accessPointArn");
  private static final Field SUPPORTING_ACCESS_POINT_ARN = Field.of(11, "supportingAccessPointArn");
  private static final Field PAYLOAD = Field.of(12, "payload");
  private static final Field URL = Field.of(13, "url");
  private static final Field HEADERS = Field.of(14, "headers");
  private static final Field TYPE = Field.of(15, "type");
  private static final Field PRINCIPAL_ID = Field.of(16, "principalId");
  private static final Field ARN = Field.of(17, "arn");
  private static final Field ACCOUNT_ID = Field.of(18, "accountId");
  private static final Field ACCESS_KEY_ID = Field.of(19, "accessKeyId");

  private static final Shape<GetObjectContext> GET_OBJECT_CONTEXT_PART =
      part(new S3ObjectLambdaEventShape(1));
  private static final Shape<Configuration> CONFIGURATION_PART =
      part(new S3ObjectLambdaEventShape(2));
  private static final Shape<UserRequest> USER_REQUEST_PART = part(new S3ObjectLambdaEventShape(3));
  private static final Shape<UserIdentity> USER_IDENTITY_PART =
      part(new S3ObjectLambdaEventShape(4));

  /** For any thread. */
  public S3ObjectLambdaEventShape() {
    this(0);
  }

  private S3ObjectLambdaEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new GetObjectContext();
      case 2 -> new Configuration();
      case 3 -> new UserRequest();
      case 4 -> new UserIdentity();
      default -> new S3ObjectLambdaEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> getObjectContext(w, (GetObjectContext) value);
      case 2 -> configuration(w, (Configuration) value);
      case 3 -> userRequest(w, (UserRequest) value);
      case 4 -> userIdentity(w, (UserIdentity) value);
      default -> event(w, (S3ObjectLambdaEvent) value);
    }
  }

  private static void event(Wire w, S3ObjectLambdaEvent e) {
    e.setGetObjectContext(
        w.value(GET_OBJECT_CONTEXT, e.getGetObjectContext(), GET_OBJECT_CONTEXT_PART));
    e.setConfiguration(w.value(CONFIGURATION, e.getConfiguration(), CONFIGURATION_PART));
    e.setUserRequest(w.value(USER_REQUEST, e.getUserRequest(), USER_REQUEST_PART));
    e.setUserIdentity(w.value(USER_IDENTITY, e.getUserIdentity(), USER_IDENTITY_PART));
    e.setProtocolVersion(w.string(PROTOCOL_VERSION, e.getProtocolVersion()));
    e.setXAmzRequestId(w.string(X_AMZ_REQUEST_ID, e.getXAmzRequestId()));
  }

  private static void getObjectContext(Wire w, GetObjectContext e) {
    e.setInputS3Url(w.string(INPUT_S3_URL, e.getInputS3Url()));
    e.setOutputRoute(w.string(OUTPUT_ROUTE, e.getOutputRoute()));
    e.setOutputToken(w.string(OUTPUT_TOKEN, e.getOutputToken()));
  }

  private static void configuration(Wire w, Configuration e) {
    e.setAccessPointArn(w.string(ACCESS_POINT_ARN, e.getAccessPointArn()));
    e.setSupportingAccessPointArn(
        w.string(SUPPORTING_ACCESS_POINT_ARN, e.getSupportingAccessPointArn()));
    e.setPayload(w.string(PAYLOAD, e.getPayload()));
  }

  private static void userRequest(Wire w, UserRequest e) {
    e.setUrl(w.string(URL, e.getUrl()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
  }

  private static void userIdentity(Wire w, UserIdentity e) {
    e.setType(w.string(TYPE, e.getType()));
    e.setPrincipalId(w.string(PRINCIPAL_ID, e.getPrincipalId()));
    e.setArn(w.string(ARN, e.getArn()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setAccessKeyId(w.string(ACCESS_KEY_ID, e.getAccessKeyId()));
  }
}

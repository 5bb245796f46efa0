package thaw.service.busy;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A service of AWS by the name that its SDKs and its command line have for it. */
public enum AwsService {
  DYNAMODB,
  EVENTS,
  KINESIS,
  LAMBDA,
  S3,
  SECRETSMANAGER,
  SNS,
  SQS,
  SSM,
  STS;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<AwsService> named(String id) {
    return Stream.of(values()).filter(each -> each.id().equals(id)).findFirst();
  }
}

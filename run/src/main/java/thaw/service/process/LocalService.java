package thaw.service.process;

import java.util.List;

/** A service of AWS that runs on this machine. */
public enum LocalService {
  DYNAMODB("DYNAMODB", "DYNAMODB_STREAMS"),
  SQS("SQS"),
  S3("S3"),
  EVENT_BRIDGE("EVENTBRIDGE"),
  SNS("SNS"),
  KINESIS("KINESIS"),
  SECRETS_MANAGER("SECRETS_MANAGER"),
  SSM("SSM"),
  STS("STS");

  private final List<String> variables;

  LocalService(String... identifiers) {
    this.variables = List.of(identifiers).stream().map(id -> "AWS_ENDPOINT_URL_" + id).toList();
  }

  /**
   * The variables that lead clients to it.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html">Identifiers
   *     for service-specific endpoints</a>
   */
  public List<String> variables() {
    return variables;
  }
}

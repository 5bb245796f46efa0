package thaw.service.process;

import java.util.List;

/** A service of AWS that runs on this machine. */
public enum LocalService {
  DYNAMODB("DynamoDB Local", "DYNAMODB", "DYNAMODB_STREAMS"),
  SQS("ElasticMQ", "SQS"),
  S3("S3Proxy", "S3"),
  EVENT_BRIDGE("the EventBridge server", "EVENTBRIDGE"),
  SNS("the SNS server", "SNS"),
  KINESIS("the Kinesis server", "KINESIS"),
  SECRETS_MANAGER("the Secrets Manager server", "SECRETS_MANAGER"),
  SSM("the Parameter Store server", "SSM");

  private final String program;
  private final List<String> variables;

  LocalService(String program, String... identifiers) {
    this.program = program;
    this.variables = List.of(identifiers).stream().map(id -> "AWS_ENDPOINT_URL_" + id).toList();
  }

  /** Returns the name of the program that serves it. */
  String program() {
    return program;
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

package thaw.service.process;

import java.util.List;

/** A service of AWS that runs on this machine. */
public enum LocalService {
  DYNAMODB("DynamoDB Local", "DYNAMODB", "DYNAMODB_STREAMS"),
  SQS("ElasticMQ", "SQS"),
  S3("S3Proxy", "S3"),
  EVENT_BRIDGE("Thaw", "EVENTBRIDGE"),
  SNS("Thaw", "SNS"),
  KINESIS("Thaw", "KINESIS"),
  SECRETS_MANAGER("Thaw", "SECRETS_MANAGER"),
  SSM("Thaw", "SSM"),
  STS("Thaw", "STS"),

  /** The one that is there before all others: whoever runs functions has it. */
  LAMBDA("Thaw", "LAMBDA");

  private final String server;
  private final List<String> variables;

  LocalService(String server, String... identifiers) {
    this.server = server;
    this.variables = List.of(identifiers).stream().map(id -> "AWS_ENDPOINT_URL_" + id).toList();
  }

  /** The name of the program that serves it. */
  public String server() {
    return server;
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

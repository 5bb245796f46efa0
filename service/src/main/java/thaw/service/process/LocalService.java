package thaw.service.process;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A service of AWS that runs on this machine. */
public enum LocalService {
  DYNAMODB("dynamodb", "DynamoDB Local", "DYNAMODB", "DYNAMODB_STREAMS"),
  SQS("sqs", "ElasticMQ", "SQS"),
  S3("s3", "S3Proxy", "S3"),
  EVENT_BRIDGE("events", "Thaw", "EVENTBRIDGE"),
  SNS("sns", "Thaw", "SNS"),
  KINESIS("kinesis", "Thaw", "KINESIS"),
  SECRETS_MANAGER("secretsmanager", "Thaw", "SECRETS_MANAGER"),
  SSM("ssm", "Thaw", "SSM"),
  STS("sts", "Thaw", "STS"),

  /** The one that is there before all others: whoever runs functions has it. */
  LAMBDA("lambda", "Thaw", "LAMBDA");

  private final String id;
  private final String server;
  private final List<String> variables;

  LocalService(String id, String server, String... identifiers) {
    this.id = id;
    this.server = server;
    this.variables = Stream.of(identifiers).map(each -> "AWS_ENDPOINT_URL_" + each).toList();
  }

  /** The name that AWS's command line and SDKs have for it. */
  public String id() {
    return id;
  }

  public static Optional<LocalService> named(String id) {
    return Stream.of(values()).filter(each -> each.id.equals(id)).findFirst();
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

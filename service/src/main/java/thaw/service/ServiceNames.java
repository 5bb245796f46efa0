package thaw.service;

import java.util.ArrayList;
import java.util.List;
import thaw.service.process.LocalService;

/**
 * The host names under which SDKs look for a service when nobody tells them another.
 *
 * @see <a href="https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html">Service
 *     endpoints</a>
 */
public final class ServiceNames {
  private final String region;
  private final String suffix;
  private final boolean global;

  /** Those of a region, and those without one. */
  public ServiceNames(String region) {
    this(region, true);
  }

  /**
   * @param global whether names without a region are among them
   */
  public ServiceNames(String region, boolean global) {
    this.region = region;
    this.global = global;
    this.suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  }

  /**
   * Those of a service.
   *
   * @param buckets names of those that S3 has
   */
  public List<String> of(LocalService service, List<String> buckets) {
    return switch (service) {
      case DYNAMODB -> dynamoDb();
      case SQS -> sqs();
      case S3 -> s3(buckets);
      case EVENT_BRIDGE -> eventBridge();
      case SNS -> usual("sns");
      case KINESIS -> usual("kinesis");
      case SECRETS_MANAGER -> usual("secretsmanager");
      case SSM -> usual("ssm");
      case STS -> sts();
      case LAMBDA -> usual("lambda");
    };
  }

  public List<String> dynamoDb() {
    return List.of(
        "dynamodb." + region + "." + suffix,
        "streams.dynamodb." + region + "." + suffix,
        "dynamodb." + region + ".api.aws",
        "dynamodb-fips." + region + "." + suffix);
  }

  /** The last one is that of SDKs from before 2013, and of the AWS CLI 1. */
  List<String> sqs() {
    return List.of(
        sqsHost(),
        "sqs." + region + ".api.aws",
        region.equals("us-east-1") ? "queue." + suffix : region + ".queue." + suffix);
  }

  /** Returns the host in the URLs of queues. */
  String sqsHost() {
    return "sqs." + region + "." + suffix;
  }

  List<String> eventBridge() {
    return List.of("events." + region + "." + suffix, "events." + region + ".api.aws");
  }

  /** The name without a region is that of SDKs from before 2022. */
  List<String> sts() {
    List<String> hosts = new ArrayList<>(usual("sts"));
    if (global) {
      hosts.add("sts." + suffix);
    }
    return hosts;
  }

  /** Returns the host names that most services have. */
  private List<String> usual(String service) {
    return List.of(
        service + "." + region + "." + suffix,
        service + "-fips." + region + "." + suffix,
        service + "." + region + ".api.aws");
  }

  /**
   * Returns the host names of S3, and the same with each bucket's name in front, as SDKs dial them:
   * a hosts file knows no patterns.
   */
  public List<String> s3(List<String> buckets) {
    List<String> hosts = new ArrayList<>();
    hosts.add("s3." + region + "." + suffix);
    hosts.add("s3-" + region + "." + suffix);
    hosts.add("s3.dualstack." + region + "." + suffix);
    if (global) {
      hosts.add("s3." + suffix);
    }
    List<String> names = new ArrayList<>(hosts);
    for (String bucket : buckets) {
      hosts.forEach(host -> names.add(bucket + "." + host));
    }
    return names;
  }
}

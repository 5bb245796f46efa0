package thaw.attribution.evidence;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An operation that a client of either AWS SDK asks a service for.
 *
 * @param client the simple name of the client's class
 * @param name of its method, as that of an operation
 */
public record ClientOperation(String client, String name) {
  private static final String SDK_1 = "com.amazonaws";

  /** Lambda's runtime client has a package like those of services, and is none. */
  private static final Pattern SAMPLED =
      Pattern.compile(
          "(software\\.amazon\\.awssdk|com\\.amazonaws)\\.services\\."
              + "(?!lambda\\.runtime\\.)([\\w.]*"
              + "(?:Client|AsyncClient))\\.(\\w+)");

  /** The method of SDK 1 that does what the one with the operation's name is asked for. */
  private static final Pattern EXECUTED = Pattern.compile("execute([A-Z]\\w*)");

  /** What own code calls in place of a client: SDK 1's interfaces, and the mappers of DynamoDB. */
  private static final Pattern BESIDE_CLIENTS =
      Pattern.compile(
          "com\\.amazonaws\\.services\\.(?!lambda\\.runtime\\.)[\\w.]*\\.(Amazon|AWS)\\w+"
              + "|com\\.amazonaws\\.services\\.dynamodbv2\\.(document\\.Table|.*DynamoDBMapper)"
              + "|software\\.amazon\\.awssdk\\.enhanced\\.dynamodb\\.[\\w.]+");

  private static final Pattern CHANGING =
      Pattern.compile(
          "(put|save|send|publish|delete|update|create|start|invoke|batchWrite|batchSave"
              + "|transactWrite|upload|copy|receive)([A-Z]\\w*)?");

  /** Those of SDK 1's clients beside {@link #OWN_WORK}. */
  private static final Set<String> OWN_WORK_OF_1 =
      Set.of("anonymousInvoke", "createRequest", "createSigner", "doInvoke", "invoke");

  /** Its operation has the name of what all clients do for themselves. */
  private static final String LAMBDA = "lambda.AWSLambda";

  /**
   * The methods that generated clients have for themselves; no operation of any service has such a
   * name.
   */
  private static final Set<String> OWN_WORK =
      Set.of(
          "applyPaginatorUserAgent",
          "applySignerOverride",
          "builder",
          "close",
          "create",
          "createErrorResponseHandler",
          "init",
          "publishMetrics",
          "publishMetricsWhenComplete",
          "resolveAuthSchemeOptions",
          "resolveEndpoint",
          "resolveMetricPublishers",
          "serviceClientConfiguration",
          "serviceMetadata",
          "serviceName",
          "updateRetryStrategyClientConfiguration",
          "updateSdkClientConfiguration",
          "utilities",
          "verifyEventStreamSigner",
          "waiter");

  private static final Pattern READING =
      Pattern.compile("(get|list|describe|head|query|scan|batchGet|transactGet|select)\\w*");

  /**
   * Returns the operation that a method which was seen to run asks for, if it is one.
   *
   * @param method with its class: {@code
   *     software.amazon.awssdk.services.s3.DefaultS3Client.getObject}
   */
  public static Optional<ClientOperation> sampled(String method) {
    Matcher matcher = SAMPLED.matcher(method);
    if (!matcher.matches()
        || !Character.isLowerCase(matcher.group(3).charAt(0))
        || isOwnWork(matcher.group(1), matcher.group(2), matcher.group(3))) {
      return Optional.empty();
    }
    Matcher executed = EXECUTED.matcher(matcher.group(3));
    String simple = simple(matcher.group(2)).replaceFirst("^Default(?=\\w+Client$)", "");
    return Optional.of(
        new ClientOperation(
            simple,
            matcher.group(1).equals(SDK_1) && executed.matches()
                ? decapitalised(executed.group(1))
                : matcher.group(3)));
  }

  /** Returns the operation that own code asks for by this call, if it is one. */
  public static Optional<ClientOperation> called(CallSite site) {
    return sampled(site.owner() + "." + site.name())
        .or(() ->
            Optional.of(site)
                .filter(each -> BESIDE_CLIENTS.matcher(each.owner()).matches())
                .filter(each -> CHANGING.matcher(each.name()).matches())
                .filter(each -> !each.simpleOwner().endsWith("Builder"))
                .map(each -> new ClientOperation(each.simpleOwner(), each.name())));
  }

  /** Returns whether a class is one of the AWS SDK's, not of Lambda's runtime client. */
  public static boolean isOfSdk(String className) {
    return className.startsWith("software.amazon.awssdk.")
        || (className.startsWith(SDK_1) && !className.startsWith("com.amazonaws.services.lambda."));
  }

  /** Returns whether it is known to change nothing. */
  public boolean isReading() {
    return READING.matcher(name).matches();
  }

  private static boolean isOwnWork(String sdk, String client, String method) {
    return OWN_WORK.contains(method)
        || (sdk.equals(SDK_1) && !client.startsWith(LAMBDA) && OWN_WORK_OF_1.contains(method));
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static String decapitalised(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}

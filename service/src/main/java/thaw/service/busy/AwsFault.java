package thaw.service.busy;

import java.util.Map;
import java.util.Set;
import thaw.http.Response;

/**
 * An error in the words of the service that has it.
 *
 * @param status of HTTP
 * @param code by which clients tell errors apart
 * @param more members of its body besides the message
 */
record AwsFault(int status, String code, String message, Map<String, String> more) {
  /** The operations that use a table's capacity; others are throttled by the account's rate. */
  private static final Set<String> OF_ITEMS =
      Set.of(
          "BatchGetItem",
          "BatchWriteItem",
          "DeleteItem",
          "GetItem",
          "PutItem",
          "Query",
          "Scan",
          "TransactGetItems",
          "TransactWriteItems",
          "UpdateItem");

  private static final Set<String> OF_RECORDS = Set.of("GetRecords", "PutRecord", "PutRecords");

  static final String CAPACITY =
      "The level of configured provisioned throughput for the table was exceeded. Consider"
          + " increasing your provisioning level with the UpdateTable API.";

  AwsFault(int status, String code, String message) {
    this(status, code, message, Map.of());
  }

  /** Returns whether an operation reads or writes items, and none of tables. */
  static boolean isOfItems(String operation) {
    return OF_ITEMS.contains(operation);
  }

  /** Too many requests. */
  static AwsFault throttled(Call call) {
    return switch (call.service()) {
      case DYNAMODB ->
          isOfItems(call.operation())
              ? new AwsFault(400, "ProvisionedThroughputExceededException", CAPACITY)
              : new AwsFault(
                  400, "ThrottlingException", "Rate of requests exceeds the allowed throughput.");
      case KINESIS ->
          OF_RECORDS.contains(call.operation())
              ? new AwsFault(
                  400,
                  "ProvisionedThroughputExceededException",
                  "Rate exceeded for shard shardId-000000000000 in stream %s."
                      .formatted(call.resource()))
              : new AwsFault(
                  400,
                  "LimitExceededException",
                  "Rate exceeded for stream %s.".formatted(call.resource()));
      case SQS ->
          call.protocol() == Protocol.QUERY
              ? new AwsFault(403, "RequestThrottled", "Request is throttled.")
              : new AwsFault(400, "RequestThrottled", "Request is throttled.");
      case S3 -> new AwsFault(503, "SlowDown", "Please reduce your request rate.");
      case LAMBDA ->
          new AwsFault(
              429,
              "TooManyRequestsException",
              "Rate exceeded",
              Map.of("Type", "User", "Reason", "CallerRateLimitExceeded"));
      case SNS, STS -> new AwsFault(400, "Throttling", "Rate exceeded");
      case EVENT_BRIDGE, SECRETS_MANAGER, SSM ->
          new AwsFault(400, "ThrottlingException", "Rate exceeded");
    };
  }

  /** The service's own failure. */
  static AwsFault error(Call call) {
    return switch (call.service()) {
      case DYNAMODB, SSM -> new AwsFault(500, "InternalServerError", "Internal server error");
      case EVENT_BRIDGE -> new AwsFault(500, "InternalException", "Internal error");
      case KINESIS -> new AwsFault(500, "InternalFailure", "Internal Service Failure");
      case LAMBDA ->
          new AwsFault(
              500,
              "ServiceException",
              "An error occurred and the request cannot be processed.",
              Map.of("Type", "Service"));
      case S3 ->
          new AwsFault(500, "InternalError", "We encountered an internal error. Please try again.");
      case SECRETS_MANAGER -> new AwsFault(500, "InternalServiceError", "Internal error");
      case SNS, SQS, STS ->
          new AwsFault(
              500,
              call.protocol() == Protocol.QUERY ? "InternalError" : "InternalFailure",
              "We encountered an internal error. Please try again.");
    };
  }

  /** The credentials of a session that is over. */
  static AwsFault expired(Call call) {
    String message = "The security token included in the request is expired";
    return switch (call.protocol()) {
      case JSON_1_0, JSON_1_1, CBOR_1_1 -> new AwsFault(400, "ExpiredTokenException", message);
      case REST_JSON -> new AwsFault(403, "ExpiredTokenException", message);
      case QUERY -> new AwsFault(403, "ExpiredToken", message);
      case REST_XML -> new AwsFault(400, "ExpiredToken", "The provided token has expired.");
    };
  }

  Response answer(Call call) {
    String namespace =
        switch (call.service()) {
          case DYNAMODB -> "com.amazonaws.dynamodb.v20120810#";
          case SQS -> "com.amazonaws.sqs#";
          default -> "";
        };
    return call.protocol().error(status, code, namespace, message, more);
  }
}

package thaw.function.constraint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Rules on members that no service model has, each of which tells what is wrong in AWS's words. */
public final class LambdaRules {
  private static final String SQS = "sqs";

  /** Services whose event sources are streams, as in their ARNs. */
  public static final Set<String> STREAMS = Set.of("dynamodb", "kinesis");

  /** The members of event source mappings that queues do not have. */
  private static final List<String> OF_STREAMS =
      List.of(
          "DestinationConfig",
          "StartingPositionTimestamp",
          "ParallelizationFactor",
          "BisectBatchOnFunctionError",
          "MaximumRetryAttempts",
          "MaximumRecordAgeInSeconds",
          "TumblingWindowInSeconds");

  /** Names of variables that Lambda sets itself. */
  public static final Set<String> RESERVED_VARIABLES =
      Set.of(
          "_HANDLER",
          "_X_AMZN_TRACE_ID",
          "AWS_DEFAULT_REGION",
          "AWS_REGION",
          "AWS_EXECUTION_ENV",
          "AWS_LAMBDA_FUNCTION_NAME",
          "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
          "AWS_LAMBDA_FUNCTION_VERSION",
          "AWS_LAMBDA_INITIALIZATION_TYPE",
          "AWS_LAMBDA_LOG_GROUP_NAME",
          "AWS_LAMBDA_LOG_STREAM_NAME",
          "AWS_LAMBDA_METADATA_API",
          "AWS_LAMBDA_METADATA_TOKEN",
          "AWS_ACCESS_KEY",
          "AWS_ACCESS_KEY_ID",
          "AWS_SECRET_ACCESS_KEY",
          "AWS_SESSION_TOKEN",
          "AWS_LAMBDA_RUNTIME_API",
          "LAMBDA_TASK_ROOT",
          "LAMBDA_RUNTIME_DIR");

  private LambdaRules() {}

  /** Tells what is wrong with the name of a variable of the environment. */
  public static Optional<String> reservedVariable(String name) {
    return RESERVED_VARIABLES.contains(name)
        ? Optional.of(
            "Lambda was unable to configure your environment variables because the environment"
                + " variables you have provided contains reserved keys that are currently not"
                + " supported for modification. Reserved keys used in this request: "
                + name)
        : Optional.empty();
  }

  /**
   * Tells what is wrong with log levels (AWS's answer in aws-cdk#28045).
   *
   * @param named whether a level is named
   */
  public static Optional<String> logLevels(String format, boolean named) {
    return named && !format.equals("JSON")
        ? Optional.of(
            "LogLevel is not supported when LogFormat is set to \"Text\". Remove LogLevel from your"
                + " request or change the LogFormat to \"JSON\" and try again.")
        : Optional.empty();
  }

  /**
   * Tells whether a message of a queue would come again while its function still has it (AWS's
   * answer in winglang/wing#1507).
   */
  public static Optional<String> visibility(Duration queue, Duration function) {
    return queue.compareTo(function) < 0
        ? Optional.of(
            "Queue visibility timeout: %d seconds is less than Function timeout: %d seconds"
                .formatted(queue.toSeconds(), function.toSeconds()))
        : Optional.empty();
  }

  /**
   * Tells which member an event source mapping has that its source does not. The words were
   * recorded for DestinationConfig; those for StartingPosition are of node-lambda#466.
   *
   * @param service of the source's ARN
   */
  public static Optional<String> foreignMember(String service, Predicate<String> has) {
    if (service.equals(SQS) && has.test("StartingPosition")) {
      return Optional.of("StartingPosition is not valid for SQS event sources.");
    }
    List<String> foreign =
        service.equals(SQS)
            ? OF_STREAMS
            : STREAMS.contains(service) ? List.of("ScalingConfig") : List.of();
    return foreign.stream()
        .filter(has)
        .findFirst()
        .map("Unsupported %s parameter for given event source mapping type."::formatted);
  }
}

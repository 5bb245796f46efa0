package thaw.function.constraint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Rules on members that no service model has, each of which tells what is wrong in AWS's words. */
public final class LambdaRules {
  private static final String SQS = "sqs";
  private static final List<String> STREAMS = List.of("dynamodb", "kinesis");

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

  private LambdaRules() {}

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

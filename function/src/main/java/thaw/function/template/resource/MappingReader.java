package thaw.function.template.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.EventSource;
import thaw.function.constraint.LambdaRules;
import thaw.template.PlainValue;
import thaw.template.ResourceProperties;

/**
 * Reads what is polled: the events SQS, DynamoDB and Kinesis of SAM's functions, and {@code
 * AWS::Lambda::EventSourceMapping}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html">
 *     AWS::Lambda::EventSourceMapping</a>
 */
final class MappingReader {
  private static final String POLLERS = "ProvisionedPollerConfig";
  private static final int DEFAULT_LEAST_POLLERS = 2;
  private static final int DEFAULT_MOST_POLLERS = 200;
  private static final int FOREVER = -1;
  private static final int LARGEST_QUEUE_BATCH_WITHOUT_WINDOW = 10;

  /** Smallest and largest, by name. */
  private static final Map<String, int[]> NUMBERS =
      Map.of(
          "BatchSize", new int[] {1, 10_000},
          "MaximumBatchingWindowInSeconds", new int[] {0, 300},
          "MaximumRetryAttempts", new int[] {FOREVER, 10_000},
          "MaximumRecordAgeInSeconds", new int[] {FOREVER, 604_800},
          "ParallelizationFactor", new int[] {1, 10},
          "TumblingWindowInSeconds", new int[] {0, 900});

  private static final List<String> AS_WRITTEN = List.of("DestinationConfig", "FilterCriteria");
  private static final List<String> POSITIONS = List.of("TRIM_HORIZON", "LATEST");

  private MappingReader() {}

  /**
   * @param id differs from those of the function's other sources
   * @param arnProperty which names the queue or the stream
   */
  static EventSource.Mapping read(
      EventSource.Target target, String id, String arnProperty, ResourceProperties properties) {
    String arn =
        properties
            .text(arnProperty)
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(
                        id + " has no " + arnProperty,
                        "add " + arnProperty + ": " + example(arnProperty)));
    if (!arn.startsWith("arn:")) {
      throw properties.mistake(
          arnProperty, arnProperty + " must be an ARN: " + arn, "write " + example(arnProperty));
    }
    // A consumer of a Kinesis stream has a throughput of its own, and the same records.
    arn = arn.replaceFirst("^(arn:aws[a-z-]*:kinesis:.*:stream/[^/]+)/consumer/.*", "$1");
    Map<String, Object> settings = settings(properties);
    boolean queue = arn.startsWith("arn:aws:sqs:");
    LambdaRules.foreignMember(
            arn.split(":", -1)[2], name -> properties.members().member(name).isPresent())
        .ifPresent(fault -> {
          throw properties
              .owner()
              .mistake("AWS refuses " + id + ": " + fault, "remove what is not for this source");
        });
    if (queue) {
      requireWindow(properties, settings);
    } else {
      settings.put("StartingPosition", position(id, properties));
    }
    return new EventSource.Mapping(
        target,
        id,
        ofStream(arn),
        flag(properties, "Enabled").orElse(true),
        settings,
        properties.place(arnProperty).toString());
  }

  private static String example(String arnProperty) {
    return switch (arnProperty) {
      case "Queue" -> "!GetAtt QUEUE.Arn";
      case "Stream" -> "!GetAtt TABLE.StreamArn or !GetAtt STREAM.Arn";
      default -> "!GetAtt QUEUE.Arn, !GetAtt TABLE.StreamArn or !GetAtt STREAM.Arn";
    };
  }

  /** A consumer of a stream gets its records. */
  private static String ofStream(String arn) {
    return arn.startsWith("arn:aws:kinesis:") ? arn.replaceFirst("/consumer/.*$", "") : arn;
  }

  private static Map<String, Object> settings(ResourceProperties properties) {
    Map<String, Object> settings = new LinkedHashMap<>();
    NUMBERS.forEach((name, range) ->
        number(properties, name, range[0], range[1]).ifPresent(n -> settings.put(name, n)));
    flag(properties, "BisectBatchOnFunctionError")
        .ifPresent(bisect -> settings.put("BisectBatchOnFunctionError", bisect));
    properties
        .texts("FunctionResponseTypes")
        .ifPresent(
            types -> settings.put("FunctionResponseTypes", responseTypes(properties, types)));
    for (String name : AS_WRITTEN) {
      properties
          .members()
          .value(name)
          .ifPresent(
              value -> settings.put(name, PlainValue.of(properties.intrinsics().resolve(value))));
    }
    properties
        .below("ScalingConfig")
        .flatMap(below -> number(below, "MaximumConcurrency", 2, 1000))
        .ifPresent(most -> settings.put("ScalingConfig", Map.of("MaximumConcurrency", most)));
    properties.below(POLLERS).ifPresent(below -> settings.put(POLLERS, pollers(properties, below)));
    return settings;
  }

  private static Map<String, Integer> pollers(
      ResourceProperties properties, ResourceProperties config) {
    int least = number(config, "MinimumPollers", 1, 200).orElse(DEFAULT_LEAST_POLLERS);
    int most = number(config, "MaximumPollers", 1, 10_000).orElse(DEFAULT_MOST_POLLERS);
    if (least > most) {
      throw properties.mistake(
          POLLERS,
          "MinimumPollers must not be greater than MaximumPollers: %d > %d".formatted(least, most),
          "lower MinimumPollers, or raise MaximumPollers");
    }
    return Map.of("MinimumPollers", least, "MaximumPollers", most);
  }

  private static List<String> responseTypes(ResourceProperties properties, List<String> types) {
    if (!List.of("ReportBatchItemFailures").containsAll(types)) {
      throw properties.mistake(
          "FunctionResponseTypes",
          "FunctionResponseTypes must be ReportBatchItemFailures: " + String.join(", ", types),
          "write FunctionResponseTypes: [ReportBatchItemFailures]");
    }
    return types;
  }

  /** Refuses a queue's mapping that CloudFormation would refuse at its deployment. */
  private static void requireWindow(ResourceProperties properties, Map<String, Object> settings) {
    int batch = (int) settings.getOrDefault("BatchSize", LARGEST_QUEUE_BATCH_WITHOUT_WINDOW);
    int window = (int) settings.getOrDefault("MaximumBatchingWindowInSeconds", 0);
    if (batch > LARGEST_QUEUE_BATCH_WITHOUT_WINDOW && window < 1) {
      throw properties.mistake(
          "BatchSize",
          "a queue's BatchSize must be 1..10 without a MaximumBatchingWindowInSeconds: " + batch,
          "add MaximumBatchingWindowInSeconds: 1, or lower BatchSize");
    }
  }

  private static String position(String id, ResourceProperties properties) {
    String position =
        properties
            .text("StartingPosition")
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(
                        id + " has no StartingPosition",
                        "add StartingPosition: TRIM_HORIZON, or LATEST"));
    if (!POSITIONS.contains(position)) {
      throw properties.mistake(
          "StartingPosition",
          "StartingPosition must be TRIM_HORIZON or LATEST: " + position,
          "write StartingPosition: TRIM_HORIZON");
    }
    return position;
  }

  private static Optional<Integer> number(
      ResourceProperties properties, String name, int smallest, int largest) {
    Optional<String> text = properties.text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.get().matches("-?\\d{1,9}")
        || Integer.parseInt(text.get()) < smallest
        || Integer.parseInt(text.get()) > largest) {
      throw properties.mistake(
          name,
          "%s must be %d..%d: %s".formatted(name, smallest, largest, text.get()),
          "give " + name + " a value in that range, as AWS demands");
    }
    return Optional.of(Integer.valueOf(text.get()));
  }

  static Optional<Boolean> flag(ResourceProperties properties, String name) {
    return properties
        .text(name)
        .map(text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw properties.mistake(
                      name, name + " must be true or false: " + text, "write " + name + ": true");
            });
  }
}

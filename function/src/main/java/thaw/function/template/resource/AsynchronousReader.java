package thaw.function.template.resource;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import thaw.function.AsynchronousSettings;
import thaw.function.EventInvokeConfig;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads what a template says about a function's asynchronous invocations.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-eventinvokeconfiguration.html">
 *     EventInvokeConfiguration</a>
 */
final class AsynchronousReader {
  private final TemplateResource function;
  private final ResourceProperties properties;
  private final ReadOptions options;
  private final Consumer<String> warnings;

  AsynchronousReader(
      TemplateResource function,
      ResourceProperties properties,
      ReadOptions options,
      Consumer<String> warnings) {
    this.warnings = warnings;
    this.function = function;
    this.properties = properties;
    this.options = options;
  }

  AsynchronousSettings read() {
    return new AsynchronousSettings(
        properties
            .below("EventInvokeConfig")
            .map(below -> config(below, this::made, warnings))
            .orElse(EventInvokeConfig.NONE),
        properties
            .below("DeadLetterQueue")
            .or(() -> properties.below("DeadLetterConfig"))
            .flatMap(below -> arn(below, "TargetArn", warnings)));
  }

  /** Reads the properties of {@code AWS::Lambda::EventInvokeConfig}. */
  static EventInvokeConfig config(ResourceProperties properties, Consumer<String> warnings) {
    return config(properties, (_, _) -> Optional.empty(), warnings);
  }

  /**
   * @param made the ARN of what is made for a type and a destination
   */
  private static EventInvokeConfig config(
      ResourceProperties below,
      BiFunction<String, String, Optional<String>> made,
      Consumer<String> warnings) {
    Optional<ResourceProperties> destinations = below.below("DestinationConfig");
    return new EventInvokeConfig(
        below.wholeNumber("MaximumRetryAttempts", 0, EventInvokeConfig.MOST_RETRIES, "attempts"),
        below.wholeNumber(
            "MaximumEventAgeInSeconds",
            EventInvokeConfig.SHORTEST_AGE_SECONDS,
            EventInvokeConfig.LONGEST_AGE_SECONDS,
            "s"),
        destinations.flatMap(all -> destination(all, "OnSuccess", made, warnings)),
        destinations.flatMap(all -> destination(all, "OnFailure", made, warnings)));
  }

  private static Optional<String> destination(
      ResourceProperties destinations,
      String name,
      BiFunction<String, String, Optional<String>> made,
      Consumer<String> warnings) {
    return destinations
        .below(name)
        .flatMap(below ->
            arn(below, "Destination", warnings)
                .or(() -> below.text("Type").flatMap(type -> made.apply(type, name))));
  }

  /** SAM makes a queue or a topic where the template names none. */
  private Optional<String> made(String type, String name) {
    String service =
        switch (type) {
          case "SQS" -> "sqs";
          case "SNS" -> "sns";
          default -> "";
        };
    String kind = service.equals("sqs") ? "Queue" : "Topic";
    return service.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "arn:aws:%s:%s:%s:%sEventInvokeConfig%s%s"
                .formatted(
                    service,
                    options.region(),
                    options.accountId(),
                    function.logicalId(),
                    name,
                    kind));
  }

  /** A destination of another stack that nobody knows gets nothing, and the function runs. */
  private static Optional<String> arn(
      ResourceProperties below, String name, Consumer<String> warnings) {
    if (below.members().value(name).orElse(null) instanceof TemplateValue.Call unknown
        && unknown.unknown().filter(TemplateValue.Unknown::elsewhere).isPresent()) {
      warnings.accept(
          "%s: %s is left out: %s"
              .formatted(below.place(name), name, TemplateValue.why(unknown.mistake())));
      return Optional.empty();
    }
    Optional<String> text = below.text(name);
    if (text.isPresent() && !text.get().startsWith("arn:")) {
      throw below.mistake(
          name,
          name + " must be an ARN: " + text.get(),
          "write !GetAtt RESOURCE.Arn, for a topic !Ref RESOURCE");
    }
    return text;
  }
}

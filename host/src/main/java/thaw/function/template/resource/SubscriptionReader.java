package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.function.EventSource;
import thaw.function.Subscription;
import thaw.function.template.Place;
import thaw.function.template.PlainValue;
import thaw.function.template.Properties;

/**
 * Reads who gets the messages of topics: the events SNS of SAM's functions, {@code
 * AWS::SNS::Subscription}, and the subscriptions that a topic itself has.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sns-subscription.html">
 *     AWS::SNS::Subscription</a>
 */
final class SubscriptionReader {
  private static final String TOPIC_ARN = "arn:aws[a-z-]*:sns:[^:]*:[^:]*:[^:]+";

  private final Consumer<String> warnings;
  private final List<Subscription> found = new ArrayList<>();

  SubscriptionReader(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /** In the order in which they were read. */
  List<Subscription> found() {
    return List.copyOf(found);
  }

  void readEvent(EventSource.Target target, String id, Properties properties) {
    if (properties.members().member("SqsSubscription").isPresent()) {
      warnings.accept(
          "%s: the queue between the topic and %s (SqsSubscription) is not provided locally: it gets"
                  .formatted(properties.place("SqsSubscription"), target.function())
              + " the topic's messages itself");
    }
    add(
        id,
        topic(id, "Topic", properties),
        new Subscription.Receiver.Function(target),
        properties,
        properties.place("Topic"));
  }

  void readResource(String id, Properties properties) {
    String arn = topic(id, "TopicArn", properties);
    receiver(id, properties)
        .ifPresent(receiver -> add(id, arn, receiver, properties, properties.owner()));
  }

  /**
   * @param inline one of those that the topic has
   */
  void readInline(String id, String topicArn, Properties inline) {
    receiver(id, inline).ifPresent(receiver -> add(id, topicArn, receiver, inline, inline.owner()));
  }

  private void add(
      String id,
      String topicArn,
      Subscription.Receiver receiver,
      Properties properties,
      Place place) {
    found.add(
        new Subscription(
            id,
            topicArn,
            receiver,
            filter(properties),
            MappingReader.flag(properties, "RawMessageDelivery").orElse(false),
            place.toString()));
  }

  private static String topic(String id, String property, Properties properties) {
    String arn =
        properties
            .text(property)
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(id + " has no " + property, "add " + property + ": !Ref TOPIC"));
    if (!arn.matches(TOPIC_ARN)) {
      throw properties.mistake(
          property, property + " must be the ARN of a topic: " + arn, "write !Ref TOPIC");
    }
    return arn;
  }

  private static Optional<Subscription.Filter> filter(Properties properties) {
    return properties
        .members()
        .value("FilterPolicy")
        .map(policy ->
            new Subscription.Filter(
                PlainValue.json(properties.intrinsics().resolve(policy)),
                properties.text("FilterPolicyScope").orElse("").equals("MessageBody")));
  }

  private Optional<Subscription.Receiver> receiver(String id, Properties properties) {
    String protocol = properties.text("Protocol").orElse("");
    String endpoint =
        properties
            .text("Endpoint")
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(id + " has no Endpoint", "add Endpoint: !GetAtt FUNCTION.Arn"));
    return switch (protocol) {
      case "lambda" ->
          Optional.of(new Subscription.Receiver.Function(EventSourceReader.named(endpoint)));
      case "sqs" -> Optional.of(new Subscription.Receiver.Queue(endpoint));
      case "http", "https" -> Optional.of(new Subscription.Receiver.Web(endpoint));
      default -> {
        warnings.accept(
            "%s: the subscription of %s by %s is not provided locally"
                .formatted(properties.owner(), id, protocol.isEmpty() ? "no protocol" : protocol));
        yield Optional.empty();
      }
    };
  }
}

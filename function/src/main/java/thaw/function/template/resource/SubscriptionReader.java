package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.function.EventSource;
import thaw.function.TopicSubscription;
import thaw.template.Place;
import thaw.template.PlainValue;
import thaw.template.ResourceProperties;

/**
 * Reads who gets the messages of topics: the events SNS of SAM's functions, {@code
 * AWS::SNS::TopicSubscription}, and the subscriptions that a topic itself has.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sns-subscription.html">
 *     AWS::SNS::Subscription</a>
 */
final class SubscriptionReader {
  private static final String TOPIC_ARN = "arn:aws[a-z-]*:sns:[^:]*:[^:]*:[^:]+";

  private final Consumer<String> warnings;
  private final List<TopicSubscription> found = new ArrayList<>();

  SubscriptionReader(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /** Returns the subscriptions in the order in which they were read. */
  List<TopicSubscription> found() {
    return List.copyOf(found);
  }

  void readEvent(EventSource.Target target, String id, ResourceProperties properties) {
    if (properties.members().member("SqsSubscription").isPresent()) {
      warnings.accept(
          "%s: the queue between the topic and %s (SqsSubscription) is not provided locally: it gets"
                  .formatted(properties.place("SqsSubscription"), target.function())
              + " the topic's messages itself");
    }
    add(
        id,
        topic(id, "Topic", properties),
        new TopicSubscription.Receiver.Function(target),
        properties,
        properties.place("Topic"));
  }

  void readResource(String id, ResourceProperties properties) {
    String arn = topic(id, "TopicArn", properties);
    receiver(id, properties)
        .ifPresent(receiver -> add(id, arn, receiver, properties, properties.owner()));
  }

  /**
   * @param inline one of those that the topic has
   */
  void readInline(String id, String topicArn, ResourceProperties inline) {
    receiver(id, inline).ifPresent(receiver -> add(id, topicArn, receiver, inline, inline.owner()));
  }

  private void add(
      String id,
      String topicArn,
      TopicSubscription.Receiver receiver,
      ResourceProperties properties,
      Place place) {
    found.add(
        new TopicSubscription(
            id,
            topicArn,
            receiver,
            filter(properties),
            MappingReader.flag(properties, "RawMessageDelivery").orElse(false),
            place.toString()));
  }

  private static String topic(String id, String property, ResourceProperties properties) {
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

  private static Optional<TopicSubscription.Filter> filter(ResourceProperties properties) {
    return properties
        .members()
        .value("FilterPolicy")
        .map(policy ->
            new TopicSubscription.Filter(
                PlainValue.json(properties.intrinsics().resolve(policy)),
                properties.text("FilterPolicyScope").orElse("").equals("MessageBody")));
  }

  private Optional<TopicSubscription.Receiver> receiver(String id, ResourceProperties properties) {
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
          Optional.of(new TopicSubscription.Receiver.Function(EventSourceReader.named(endpoint)));
      case "sqs" -> Optional.of(new TopicSubscription.Receiver.Queue(endpoint));
      case "http", "https" -> Optional.of(new TopicSubscription.Receiver.Web(endpoint));
      default -> {
        warnings.accept(
            "%s: the subscription of %s by %s is not provided locally"
                .formatted(properties.owner(), id, protocol.isEmpty() ? "no protocol" : protocol));
        yield Optional.empty();
      }
    };
  }
}

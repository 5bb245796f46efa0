package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import thaw.function.TopicSubscription;
import thaw.platform.record.EventTimes;
import thaw.service.AwsJson;
import thaw.service.own.TopicMessage;

/**
 * A topic's message in the shapes that receivers get: a function's as the Lambda guide has it, a
 * queue's and a web server's as recorded on AWS (August 2023, public LocalStack repository,
 * test_sns.snapshot.json). Nothing is signed on this machine.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-sns.html">Using Lambda with
 *     SNS</a>
 */
final class TopicRecord {
  private static final String SIGNATURE = "THAW";

  private TopicRecord() {}

  /** An element of a function's {@code Records}. */
  static ObjectNode ofFunction(TopicMessage message, TopicSubscription subscription) {
    ObjectNode record = AwsJson.object();
    record.put("EventSource", "aws:sns").put("EventVersion", "1.0");
    record.put("EventSubscriptionArn", subscription.arn());
    ObjectNode sns = record.putObject("Sns");
    sns.put("Type", "Notification").put("MessageId", message.id());
    sns.put("TopicArn", message.topicArn()).put("Subject", message.subject().orElse(null));
    sns.put("Message", message.text("lambda"))
        .put("Timestamp", EventTimes.MILLIS.format(message.time()));
    sns.put("SignatureVersion", "1").put("Signature", SIGNATURE);
    sns.put("SigningCertUrl", certificate(message));
    sns.put("UnsubscribeUrl", unsubscribe(message, subscription));
    attributes(message, sns.putObject("MessageAttributes"));
    return record;
  }

  /**
   * Returns the content of a queue's message or of a web server's request.
   *
   * @param protocol of the receiver
   */
  static ObjectNode notification(
      TopicMessage message, TopicSubscription subscription, String protocol) {
    ObjectNode body = AwsJson.object();
    body.put("Type", "Notification").put("MessageId", message.id());
    body.put("TopicArn", message.topicArn());
    message.subject().ifPresent(subject -> body.put("Subject", subject));
    body.put("Message", message.text(protocol))
        .put("Timestamp", EventTimes.MILLIS.format(message.time()));
    body.put("SignatureVersion", "1").put("Signature", SIGNATURE);
    body.put("SigningCertURL", certificate(message));
    body.put("UnsubscribeURL", unsubscribe(message, subscription));
    if (!message.attributes().isEmpty()) {
      attributes(message, body.putObject("MessageAttributes"));
    }
    return body;
  }

  private static void attributes(TopicMessage message, ObjectNode target) {
    message
        .attributes()
        .forEach((name, attribute) ->
            target.putObject(name).put("Type", attribute.type()).put("Value", attribute.value()));
  }

  private static String host(TopicMessage message) {
    return "https://sns." + SqsQueue.region(message.topicArn()) + ".amazonaws.com/";
  }

  private static String certificate(TopicMessage message) {
    return host(message) + "SimpleNotificationService-THAW.pem";
  }

  private static String unsubscribe(TopicMessage message, TopicSubscription subscription) {
    return host(message) + "?Action=Unsubscribe&SubscriptionArn=" + subscription.arn();
  }
}

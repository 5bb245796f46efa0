package thaw.service.own;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import thaw.function.TopicSubscription;
import thaw.function.resource.Topic;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Takes what is published to topics and says which topics there are, by AWS's query protocol: a
 * form in, XML out. Topics and subscriptions are the template's. Refuses to know who gets a
 * message.
 *
 * @see <a href="https://docs.aws.amazon.com/sns/latest/api/API_Operations.html">Actions</a>
 */
public final class SnsHandler implements HttpHandler {
  private static final QueryProtocol PROTOCOL =
      new QueryProtocol("http://sns.amazonaws.com/doc/2010-03-31/");

  private static final int LARGEST_BATCH = 10;

  /** A batch of 256 KiB in which every byte is escaped, and some more. */
  private static final int LARGEST_BODY_BYTES = 1024 * 1024;

  private static final String NOT_FOUND = "NotFound";
  private static final String MEMBERS = "PublishBatchRequestEntries.member.";

  private final List<String> topics = new ArrayList<>();
  private final List<TopicSubscription> subscriptions;
  private final String arnPrefix;
  private final Consumer<TopicMessage> listener;
  private final Clock clock;

  public SnsHandler(
      List<Topic> topics,
      List<TopicSubscription> subscriptions,
      String region,
      String account,
      Consumer<TopicMessage> listener,
      Clock clock) {
    this.arnPrefix = "arn:aws:sns:%s:%s:".formatted(region, account);
    topics.forEach(topic -> this.topics.add(arnPrefix + topic.name()));
    this.subscriptions = List.copyOf(subscriptions);
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    Map<String, String> form = QueryProtocol.form(exchange.body(LARGEST_BODY_BYTES));
    String action = form.getOrDefault("Action", "");
    try {
      String result =
          switch (action) {
            case "Publish" -> publish(form);
            case "PublishBatch" -> publishBatch(form);
            case "ListTopics" -> listTopics();
            case "CreateTopic" -> createTopic(form);
            case "GetTopicAttributes" -> topicAttributes(form);
            case "ListSubscriptions" -> subscriptions("");
            case "ListSubscriptionsByTopic" -> subscriptions(topic(form));
            default ->
                throw new AwsError(
                    "InvalidAction",
                    "Thaw's SNS does not provide '%s': declare topics and subscriptions in the template"
                        .formatted(action));
          };
      onResponse.accept(PROTOCOL.answer(action, result, exchange.requestId()));
    } catch (AwsError e) {
      onResponse.accept(
          PROTOCOL.error(e.code().equals(NOT_FOUND) ? 404 : 400, e.code(), e.message()));
    }
  }

  // ---- operations ----

  private String publish(Map<String, String> form) throws AwsError {
    if (form.containsKey("PhoneNumber")) {
      throw TopicEntry.invalid("PhoneNumber Reason: Thaw's SNS sends no SMS");
    }
    TopicMessage message = new TopicEntry(form, "").message(topic(form), clock.instant());
    listener.accept(message);
    return QueryProtocol.element("MessageId", message.id());
  }

  private String publishBatch(Map<String, String> form) throws AwsError {
    String topic = topic(form);
    List<TopicEntry> entries = new ArrayList<>();
    while (form.containsKey(MEMBERS + (entries.size() + 1) + ".Id")) {
      entries.add(new TopicEntry(form, MEMBERS + (entries.size() + 1) + "."));
    }
    if (entries.isEmpty()) {
      throw new AwsError("EmptyBatchRequest", "The batch request doesn't contain any entries.");
    }
    if (entries.size() > LARGEST_BATCH) {
      throw new AwsError(
          "TooManyEntriesInBatchRequest",
          "The batch request contains more entries than permissible (more than 10).");
    }
    if (entries.stream().map(entry -> entry.text("Id")).distinct().count() < entries.size()) {
      throw new AwsError(
          "BatchEntryIdsNotDistinct", "Two or more batch entries in the request have the same Id.");
    }
    StringBuilder taken = new StringBuilder();
    StringBuilder failed = new StringBuilder();
    for (TopicEntry entry : entries) {
      String id = QueryProtocol.element("Id", entry.text("Id"));
      try {
        TopicMessage message = entry.message(topic, clock.instant());
        listener.accept(message);
        taken.append(
            "<member>" + id + QueryProtocol.element("MessageId", message.id()) + "</member>");
      } catch (AwsError e) {
        failed.append(
            "<member>%s%s%s<SenderFault>true</SenderFault></member>"
                .formatted(
                    id,
                    QueryProtocol.element("Code", e.code()),
                    QueryProtocol.element("Message", e.message())));
      }
    }
    return "<Successful>%s</Successful><Failed>%s</Failed>".formatted(taken, failed);
  }

  private String listTopics() {
    StringBuilder members = new StringBuilder();
    topics.forEach(
        arn -> members.append("<member>" + QueryProtocol.element("TopicArn", arn) + "</member>"));
    return "<Topics>" + members + "</Topics>";
  }

  /** Clients make sure by it that a topic is there. */
  private String createTopic(Map<String, String> form) throws AwsError {
    String arn = arnPrefix + form.getOrDefault("Name", "");
    if (!topics.contains(arn)) {
      throw new AwsError(
          "AuthorizationError",
          "Thaw's SNS has the topics of the template, and none of the name "
              + form.getOrDefault("Name", ""));
    }
    return QueryProtocol.element("TopicArn", arn);
  }

  private String topicAttributes(Map<String, String> form) throws AwsError {
    String arn = topic(form);
    long confirmed = subscriptions.stream().filter(each -> each.topicArn().equals(arn)).count();
    StringBuilder entries = new StringBuilder();
    Map<String, String> attributes =
        Map.of(
            "TopicArn",
            arn,
            "Owner",
            arn.split(":", -1)[4],
            "DisplayName",
            "",
            "SubscriptionsConfirmed",
            Long.toString(confirmed),
            "SubscriptionsPending",
            "0",
            "SubscriptionsDeleted",
            "0");
    attributes.forEach((key, value) ->
        entries.append(
            "<entry>"
                + QueryProtocol.element("key", key)
                + QueryProtocol.element("value", value)
                + "</entry>"));
    return "<Attributes>" + entries + "</Attributes>";
  }

  /**
   * @param topic its ARN; empty for all
   */
  private String subscriptions(String topic) {
    StringBuilder members = new StringBuilder();
    for (TopicSubscription each : subscriptions) {
      if (topic.isEmpty() || topic.equals(each.topicArn())) {
        String protocol =
            switch (each.receiver()) {
              case TopicSubscription.Receiver.Function _ -> "lambda";
              case TopicSubscription.Receiver.Queue _ -> "sqs";
              case TopicSubscription.Receiver.Web(String url) -> url.replaceFirst(":.*", "");
            };
        String endpoint =
            switch (each.receiver()) {
              case TopicSubscription.Receiver.Function(var target) -> target.function();
              case TopicSubscription.Receiver.Queue(String arn) -> arn;
              case TopicSubscription.Receiver.Web(String url) -> url;
            };
        members.append(
            "<member>%s%s%s%s</member>"
                .formatted(
                    QueryProtocol.element("SubscriptionArn", each.arn()),
                    QueryProtocol.element("TopicArn", each.topicArn()),
                    QueryProtocol.element("Protocol", protocol),
                    QueryProtocol.element("Endpoint", endpoint)));
      }
    }
    return "<Subscriptions>" + members + "</Subscriptions>";
  }

  /** The one that is named, when there is such a one. */
  private String topic(Map<String, String> form) throws AwsError {
    String arn = form.getOrDefault("TopicArn", form.getOrDefault("TargetArn", ""));
    int elements = arn.split(":", -1).length;
    if (elements < 6) {
      throw TopicEntry.invalid(
          "TopicArn Reason: An ARN must have at least 6 elements, not " + elements);
    }
    if (!topics.contains(arn)) {
      throw new AwsError(NOT_FOUND, "Topic does not exist");
    }
    return arn;
  }

  @Override
  public Response failed(Exception reason) {
    return PROTOCOL.error(500, "InternalError", "Thaw could not do it: " + reason);
  }
}

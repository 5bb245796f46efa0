package thaw.source.bus;

import java.util.ArrayList;
import java.util.List;
import thaw.function.TopicSubscription;
import thaw.service.own.TopicMessage;
import thaw.source.polling.BatchPayload;
import thaw.source.polling.Surroundings;

/**
 * Gives messages of topics to their subscribers: to functions through the queue of events, to
 * queues and web servers in the background, in order. Any thread may call.
 */
public final class Topics implements AutoCloseable {
  private final List<Subscribed> all = new ArrayList<>();
  private final Surroundings surroundings;
  private final Posting posting;

  private record Subscribed(TopicSubscription subscription, TopicFilter filter) {}

  public Topics(List<TopicSubscription> subscriptions, Surroundings surroundings) {
    for (TopicSubscription each : subscriptions) {
      all.add(new Subscribed(each, TopicFilter.of(each)));
    }
    this.surroundings = surroundings;
    this.posting = new Posting(surroundings);
  }

  public void accept(TopicMessage message) {
    for (Subscribed each : all) {
      TopicSubscription subscription = each.subscription();
      if (!subscription.topicArn().equals(message.topicArn())) {
        continue;
      }
      switch (subscription.receiver()) {
        case TopicSubscription.Receiver.Function(var target) -> {
          if (each.filter().wants(message, "lambda")) {
            var record = TopicRecord.ofFunction(message, subscription);
            BusRules.give(surroundings, target, BatchPayload.of(List.of(record)));
          }
        }
        case TopicSubscription.Receiver.Queue(String arn) -> {
          if (each.filter().wants(message, "sqs")) {
            posting.toQueue(message, subscription, arn);
          }
        }
        case TopicSubscription.Receiver.Web(String url) -> {
          if (each.filter().wants(message, url.replaceFirst(":.*", ""))) {
            posting.toWeb(message, subscription, url);
          }
        }
      }
    }
  }

  /** Ends deliveries. Messages that were not delivered yet are lost. */
  @Override
  public void close() {
    posting.close();
  }
}

package thaw.source.bus;

import java.util.ArrayList;
import java.util.List;
import thaw.function.Subscription;
import thaw.service.door.TopicMessage;
import thaw.source.polling.Payload;
import thaw.source.polling.Surroundings;

/**
 * Gives messages of topics to their subscribers: to functions through the queue of events, to
 * queues and web servers in the background, in order. Any thread may call.
 */
public final class Topics implements AutoCloseable {
  private final List<Subscribed> all = new ArrayList<>();
  private final Surroundings surroundings;
  private final Posting posting;

  private record Subscribed(Subscription subscription, TopicFilter filter) {}

  public Topics(List<Subscription> subscriptions, Surroundings surroundings) {
    for (Subscription each : subscriptions) {
      all.add(new Subscribed(each, TopicFilter.of(each)));
    }
    this.surroundings = surroundings;
    this.posting = new Posting(surroundings);
  }

  public void accept(TopicMessage message) {
    for (Subscribed each : all) {
      Subscription subscription = each.subscription();
      if (!subscription.topicArn().equals(message.topicArn())) {
        continue;
      }
      switch (subscription.receiver()) {
        case Subscription.Receiver.Function(var target) -> {
          if (each.filter().wants(message, "lambda")) {
            var record = TopicRecord.ofFunction(message, subscription);
            BusRules.give(surroundings, target, Payload.of(List.of(record)));
          }
        }
        case Subscription.Receiver.Queue(String arn) -> {
          if (each.filter().wants(message, "sqs")) {
            posting.toQueue(message, subscription, arn);
          }
        }
        case Subscription.Receiver.Web(String url) -> {
          if (each.filter().wants(message, url.replaceFirst(":.*", ""))) {
            posting.toWeb(message, subscription, url);
          }
        }
      }
    }
  }

  /** What was not delivered yet is lost. */
  @Override
  public void close() {
    posting.close();
  }
}
